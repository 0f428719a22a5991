<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>About</name>
    <message>
        <source>Rigwright %1</source>
        <translation>算力匠（Rigwright）%1</translation>
    </message>
    <message>
        <source>Which hardware an AI training needs, and why.</source>
        <translation>算清 AI 训练需要什么硬件，并说明原因。</translation>
    </message>
    <message>
        <source>Free software under the GNU General Public License, version 3 or later, without any warranty.</source>
        <translation>本程序是自由软件，依据 GNU 通用公共许可证第 3 版或更高版本发布，不附带任何担保。</translation>
    </message>
    <message>
        <source>Built with Qt %1, QCustomPlot and JSON for Modern C++.</source>
        <translation>基于 Qt %1、QCustomPlot 和 JSON for Modern C++ 构建。</translation>
    </message>
</context>
<context>
    <name>AxisTicks</name>
    <message>
        <source>%1 d</source>
        <translation>%1 天</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 µs</source>
        <translation>%1 微秒</translation>
    </message>
</context>
<context>
    <name>Fields</name>
    <message>
        <source>&amp;GPU</source>
        <translation>GPU(&amp;G)</translation>
    </message>
    <message>
        <source>The graphics card or accelerator that trains. Type any part of its name.</source>
        <translation>用于训练的显卡或加速卡。可输入名称中的任意部分进行查找。</translation>
    </message>
    <message>
        <source>GPUs per &amp;machine</source>
        <translation>每台 GPU 数(&amp;M)</translation>
    </message>
    <message>
        <source>Cards in one machine; each works on its own micro-batch unless the model is split.</source>
        <translation>一台机器内的卡数；除非拆分模型，每张卡各自处理一个微批次。</translation>
    </message>
    <message>
        <source>Machi&amp;nes</source>
        <translation>机器数(&amp;N)</translation>
    </message>
    <message>
        <source>How many such machines train together.</source>
        <translation>同时参与训练的同型机器数量。</translation>
    </message>
    <message>
        <source>GPU &amp;link</source>
        <translation>GPU 互联(&amp;L)</translation>
    </message>
    <message>
        <source>How the cards of one machine exchange gradients.</source>
        <translation>同一台机器内各卡之间交换梯度的方式。</translation>
    </message>
    <message>
        <source>Networ&amp;k</source>
        <translation>机间网络(&amp;K)</translation>
    </message>
    <message>
        <source>How the machines exchange gradients.</source>
        <translation>机器之间交换梯度的方式。</translation>
    </message>
    <message>
        <source>&amp;CPU</source>
        <translation>CPU(&amp;C)</translation>
    </message>
    <message>
        <source>Decodes and prepares the samples and starts the work on the GPU.</source>
        <translation>负责样本的解码与预处理，并向 GPU 下发任务。</translation>
    </message>
    <message>
        <source>&amp;RAM</source>
        <translation>内存(&amp;R)</translation>
    </message>
    <message>
        <source>Main memory of one machine; a data set that fits is read from disk only once.</source>
        <translation>一台机器的主内存；能全部放入内存的数据集只需从磁盘读取一次。</translation>
    </message>
    <message>
        <source>&amp;Storage</source>
        <translation>存储(&amp;S)</translation>
    </message>
    <message>
        <source>Where the samples are read from.</source>
        <translation>样本从哪里读取。</translation>
    </message>
    <message>
        <source>&amp;Image height</source>
        <translation>图像高度(&amp;I)</translation>
    </message>
    <message>
        <source>Height at which images enter the model, after resizing.</source>
        <translation>缩放之后图像输入模型时的高度。</translation>
    </message>
    <message>
        <source>Image &amp;width</source>
        <translation>图像宽度(&amp;W)</translation>
    </message>
    <message>
        <source>Width at which images enter the model, after resizing.</source>
        <translation>缩放之后图像输入模型时的宽度。</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>通道数</translation>
    </message>
    <message>
        <source>Colour channels of an image: 3 for colour, 1 for grey.</source>
        <translation>图像的颜色通道数：彩色为 3，灰度为 1。</translation>
    </message>
    <message>
        <source>Se&amp;quence length</source>
        <translation>序列长度(&amp;Q)</translation>
    </message>
    <message>
        <source>Tokens in one sample.</source>
        <translation>一个样本的词元数。</translation>
    </message>
    <message>
        <source>Source se&amp;quence</source>
        <translation>源序列长度(&amp;Q)</translation>
    </message>
    <message>
        <source>Tokens that the encoder reads in one sample.</source>
        <translation>一个样本中编码器读入的词元数。</translation>
    </message>
    <message>
        <source>Target sequence</source>
        <translation>目标序列长度</translation>
    </message>
    <message>
        <source>Tokens that the decoder writes in one sample.</source>
        <translation>一个样本中解码器输出的词元数。</translation>
    </message>
    <message>
        <source>Micro-&amp;batch</source>
        <translation>微批次(&amp;B)</translation>
    </message>
    <message>
        <source>Samples that one GPU works on at a time. Activations grow with it.</source>
        <translation>一张 GPU 一次处理的样本数，激活值随之增大。</translation>
    </message>
    <message>
        <source>&amp;Accumulation</source>
        <translation>梯度累积(&amp;A)</translation>
    </message>
    <message>
        <source>Micro-batches whose gradients are added up before the weights change: a larger global batch in the same memory.</source>
        <translation>更新权重之前累加梯度的微批次数：占用同样的显存，得到更大的全局批次。</translation>
    </message>
    <message>
        <source>E&amp;pochs</source>
        <translation>训练轮数(&amp;P)</translation>
    </message>
    <message>
        <source>How often the whole data set is gone through.</source>
        <translation>整个数据集被遍历的次数。</translation>
    </message>
    <message>
        <source>Precisi&amp;on</source>
        <translation>精度(&amp;O)</translation>
    </message>
    <message>
        <source>Number formats of weights, gradients and matrix products.</source>
        <translation>权重、梯度和矩阵乘法所用的数值格式。</translation>
    </message>
    <message>
        <source>Optimi&amp;zer</source>
        <translation>优化器(&amp;Z)</translation>
    </message>
    <message>
        <source>Decides how much state each parameter carries.</source>
        <translation>决定每个参数要保存多少状态。</translation>
    </message>
    <message>
        <source>Recomp&amp;utation</source>
        <translation>重计算(&amp;U)</translation>
    </message>
    <message>
        <source>Drops activations and computes them again in the backward pass: less memory, more time. Also called activation checkpointing.</source>
        <translation>丢弃激活值，反向传播时重新计算：省显存、费时间。也称激活检查点。</translation>
    </message>
    <message>
        <source>A&amp;ttention</source>
        <translation>注意力(&amp;T)</translation>
    </message>
    <message>
        <source>Fused attention does not store the matrix of scores.</source>
        <translation>融合注意力不保存分数矩阵。</translation>
    </message>
    <message>
        <source>E&amp;xecution</source>
        <translation>执行方式(&amp;X)</translation>
    </message>
    <message>
        <source>Eager starts every kernel by itself; compiled fuses operators; graph replays captured starts.</source>
        <translation>即时执行逐个启动内核；编译执行会融合算子；图执行重放已录制的启动序列。</translation>
    </message>
    <message>
        <source>La&amp;yout</source>
        <translation>内存布局(&amp;Y)</translation>
    </message>
    <message>
        <source>Order of the dimensions in image tensors; matrix units prefer channels last.</source>
        <translation>图像张量各维度的排列顺序；矩阵单元更适合通道在后的布局。</translation>
    </message>
    <message>
        <source>Software stack</source>
        <translation>软件栈</translation>
    </message>
    <message>
        <source>A script as most people write it, or a vendor&apos;s tuned container.</source>
        <translation>一般用户自己写的脚本，或厂商调优过的容器。</translation>
    </message>
    <message>
        <source>Framework</source>
        <translation>框架</translation>
    </message>
    <message>
        <source>Decides what memory is kept in reserve and which defaults apply.</source>
        <translation>决定预留多少显存以及采用哪些默认设置。</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本数</translation>
    </message>
    <message>
        <source>Images or sequences in the training set.</source>
        <translation>训练集中的图像或序列数量。</translation>
    </message>
    <message>
        <source>File height</source>
        <translation>原图高度</translation>
    </message>
    <message>
        <source>Height of an image as it is stored, before resizing.</source>
        <translation>缩放之前，存储的图像高度。</translation>
    </message>
    <message>
        <source>File width</source>
        <translation>原图宽度</translation>
    </message>
    <message>
        <source>Width of an image as it is stored, before resizing.</source>
        <translation>缩放之前，存储的图像宽度。</translation>
    </message>
    <message>
        <source>File size</source>
        <translation>文件大小</translation>
    </message>
    <message>
        <source>What one sample takes on disk (1 MB = 1,000,000 bytes).</source>
        <translation>一个样本在磁盘上的大小（1 MB = 1,000,000 字节）。</translation>
    </message>
    <message>
        <source>File format</source>
        <translation>文件格式</translation>
    </message>
    <message>
        <source>How samples are stored; synthetic data need no loading.</source>
        <translation>样本的存储格式；合成数据无需读取。</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>未设置</translation>
    </message>
</context>
<context>
    <name>Hyperparameters</name>
    <message>
        <source>Activation</source>
        <translation>激活函数</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>结构</translation>
    </message>
    <message>
        <source>Attention biases</source>
        <translation>注意力偏置</translation>
    </message>
    <message>
        <source>Attention dropout</source>
        <translation>注意力丢弃率</translation>
    </message>
    <message>
        <source>Backbone</source>
        <translation>骨干网络</translation>
    </message>
    <message>
        <source>Batch norm</source>
        <translation>批归一化</translation>
    </message>
    <message>
        <source>Biases</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>残差块</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>类别数</translation>
    </message>
    <message>
        <source>Feed-forward width</source>
        <translation>前馈层宽度</translation>
    </message>
    <message>
        <source>Model width</source>
        <translation>模型宽度</translation>
    </message>
    <message>
        <source>Decoder layers</source>
        <translation>解码器层数</translation>
    </message>
    <message>
        <source>Dilated last stage</source>
        <translation>末级空洞卷积</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>丢弃率</translation>
    </message>
    <message>
        <source>Embedding norm</source>
        <translation>嵌入层归一化</translation>
    </message>
    <message>
        <source>Encoder layers</source>
        <translation>编码器层数</translation>
    </message>
    <message>
        <source>Final norm</source>
        <translation>末尾归一化</translation>
    </message>
    <message>
        <source>Gated feed-forward</source>
        <translation>门控前馈</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>分组数</translation>
    </message>
    <message>
        <source>Head width</source>
        <translation>每头宽度</translation>
    </message>
    <message>
        <source>Attention heads</source>
        <translation>注意力头数</translation>
    </message>
    <message>
        <source>Key-value heads</source>
        <translation>键值头数</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Positions table</source>
        <translation>位置表长度</translation>
    </message>
    <message>
        <source>Normalization</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>Norm before block</source>
        <translation>前置归一化</translation>
    </message>
    <message>
        <source>Patch size</source>
        <translation>图块边长</translation>
    </message>
    <message>
        <source>Pooler</source>
        <translation>池化头</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>位置编码</translation>
    </message>
    <message>
        <source>Object queries</source>
        <translation>目标查询数</translation>
    </message>
    <message>
        <source>Relative buckets</source>
        <translation>相对位置桶数</translation>
    </message>
    <message>
        <source>Segment types</source>
        <translation>分段类型数</translation>
    </message>
    <message>
        <source>Separate projections</source>
        <translation>分离投影</translation>
    </message>
    <message>
        <source>Stage 1 blocks</source>
        <translation>第 1 级块数</translation>
    </message>
    <message>
        <source>Stage 2 blocks</source>
        <translation>第 2 级块数</translation>
    </message>
    <message>
        <source>Stage 3 blocks</source>
        <translation>第 3 级块数</translation>
    </message>
    <message>
        <source>Stage 4 blocks</source>
        <translation>第 4 级块数</translation>
    </message>
    <message>
        <source>Stage 1 layers</source>
        <translation>第 1 级层数</translation>
    </message>
    <message>
        <source>Stage 2 layers</source>
        <translation>第 2 级层数</translation>
    </message>
    <message>
        <source>Stage 3 layers</source>
        <translation>第 3 级层数</translation>
    </message>
    <message>
        <source>Stage 4 layers</source>
        <translation>第 4 级层数</translation>
    </message>
    <message>
        <source>Stage 5 layers</source>
        <translation>第 5 级层数</translation>
    </message>
    <message>
        <source>Tied embeddings</source>
        <translation>共享词嵌入</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词表大小</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>Width per group</source>
        <translation>每组宽度</translation>
    </message>
    <message>
        <source>“%1” in scenario files.</source>
        <translation>在方案文件中写作“%1”。</translation>
    </message>
    <message>
        <source>derived</source>
        <translation>自动推导</translation>
    </message>
</context>
<context>
    <name>Models</name>
    <message>
        <source>AlexNet</source>
        <translation>AlexNet</translation>
    </message>
    <message>
        <source>VGG</source>
        <translation>VGG</translation>
    </message>
    <message>
        <source>Residual network (ResNet)</source>
        <translation>残差网络（ResNet）</translation>
    </message>
    <message>
        <source>Transformer decoder (GPT, Llama)</source>
        <translation>Transformer 解码器（GPT、Llama）</translation>
    </message>
    <message>
        <source>Transformer encoder (BERT)</source>
        <translation>Transformer 编码器（BERT）</translation>
    </message>
    <message>
        <source>Transformer encoder-decoder (T5)</source>
        <translation>Transformer 编码器-解码器（T5）</translation>
    </message>
    <message>
        <source>Vision transformer (ViT)</source>
        <translation>视觉 Transformer（ViT）</translation>
    </message>
    <message>
        <source>Detector (DETR)</source>
        <translation>目标检测器（DETR）</translation>
    </message>
    <message>
        <source>Image classification</source>
        <translation>图像分类</translation>
    </message>
    <message>
        <source>Object detection</source>
        <translation>目标检测</translation>
    </message>
    <message>
        <source>Segmentation</source>
        <translation>图像分割</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言模型</translation>
    </message>
    <message>
        <source>Generation</source>
        <translation>生成模型</translation>
    </message>
    <message>
        <source>ALiBi</source>
        <translation>ALiBi</translation>
    </message>
    <message>
        <source>basic</source>
        <translation>基本块</translation>
    </message>
    <message>
        <source>bottleneck</source>
        <translation>瓶颈块</translation>
    </message>
    <message>
        <source>DETR</source>
        <translation>DETR</translation>
    </message>
    <message>
        <source>GELU</source>
        <translation>GELU</translation>
    </message>
    <message>
        <source>GELU (tanh)</source>
        <translation>GELU（tanh）</translation>
    </message>
    <message>
        <source>layer norm</source>
        <translation>层归一化</translation>
    </message>
    <message>
        <source>learned</source>
        <translation>可学习</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Quick GELU</source>
        <translation>Quick GELU</translation>
    </message>
    <message>
        <source>relative bias</source>
        <translation>相对偏置</translation>
    </message>
    <message>
        <source>ReLU</source>
        <translation>ReLU</translation>
    </message>
    <message>
        <source>ResNet-101</source>
        <translation>ResNet-101</translation>
    </message>
    <message>
        <source>ResNet-18</source>
        <translation>ResNet-18</translation>
    </message>
    <message>
        <source>ResNet-34</source>
        <translation>ResNet-34</translation>
    </message>
    <message>
        <source>ResNet-50</source>
        <translation>ResNet-50</translation>
    </message>
    <message>
        <source>RMS norm</source>
        <translation>RMS 归一化</translation>
    </message>
    <message>
        <source>rotary</source>
        <translation>旋转编码</translation>
    </message>
    <message>
        <source>sigmoid</source>
        <translation>sigmoid</translation>
    </message>
    <message>
        <source>SiLU</source>
        <translation>SiLU</translation>
    </message>
    <message>
        <source>tanh</source>
        <translation>tanh</translation>
    </message>
</context>
<context>
    <name>Pickers</name>
    <message>
        <source>typical host for the GPU</source>
        <translation>与该 GPU 相配的常见主机</translation>
    </message>
    <message>
        <source>not a limit</source>
        <translation>不构成瓶颈</translation>
    </message>
    <message>
        <source>Ethernet</source>
        <translation>以太网</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Own shape</source>
        <translation>自定义结构</translation>
    </message>
</context>
<context>
    <name>ScenarioFile</name>
    <message>
        <source>The file is larger than 8 MiB and no scenario.</source>
        <translation>文件超过 8 MiB，不是方案文件。</translation>
    </message>
</context>
<context>
    <name>Start</name>
    <message>
        <source>%1 was not written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>The data folder was not found. It lies in share/rigwright beside the program&apos;s folder; the environment variable RIGWRIGHT_DATA can name another one.</source>
        <translation>找不到数据目录。它应位于程序目录旁的 share/rigwright；也可以用环境变量 RIGWRIGHT_DATA 指定。</translation>
    </message>
    <message>
        <source>Rigwright</source>
        <translation>算力匠</translation>
    </message>
    <message>
        <source>Write a picture of the window to OUT.png and exit.</source>
        <translation>将窗口画面写入 OUT.png 后退出。</translation>
    </message>
    <message>
        <source>Language of the window: en or zh_CN.</source>
        <translation>界面语言：en 或 zh_CN。</translation>
    </message>
    <message>
        <source>Colours: light, dark or system.</source>
        <translation>配色：light（浅色）、dark（深色）或 system（跟随系统）。</translation>
    </message>
    <message>
        <source>Size of the window in pixels, such as 1440x900.</source>
        <translation>窗口大小（像素），例如 1440x900。</translation>
    </message>
    <message>
        <source>Show this help.</source>
        <translation>显示此帮助。</translation>
    </message>
    <message>
        <source>Show the version.</source>
        <translation>显示版本。</translation>
    </message>
    <message>
        <source>--%1: “%2” is not accepted. %3</source>
        <translation>--%1：不接受“%2”。%3</translation>
    </message>
    <message>
        <source>Rigwright: which hardware an AI training needs, and why.</source>
        <translation>算力匠：算清 AI 训练需要什么硬件，并说明原因。</translation>
    </message>
    <message>
        <source>Scenario to open.</source>
        <translation>要打开的方案文件。</translation>
    </message>
    <message>
        <source>Only one file can be opened.</source>
        <translation>一次只能打开一个文件。</translation>
    </message>
</context>
<context>
    <name>rigwright::BatchPlot</name>
    <message>
        <source>Computing…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>here: %1</source>
        <translation>当前：%1</translation>
    </message>
    <message>
        <source>here: %1 · %2</source>
        <translation>当前：%1 · %2</translation>
    </message>
    <message>
        <source>Micro-batch (samples a GPU takes at once)</source>
        <translation>微批次（每张 GPU 一次处理的样本数）</translation>
    </message>
</context>
<context>
    <name>rigwright::BreakdownPanel</name>
    <message>
        <source>Memory of one GPU, by what fills it</source>
        <translation>单张 GPU 的显存构成</translation>
    </message>
</context>
<context>
    <name>rigwright::ChoicesColumn</name>
    <message>
        <source>Build</source>
        <translation>硬件配置</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练设置</translation>
    </message>
    <message>
        <source>Data set</source>
        <translation>数据集</translation>
    </message>
</context>
<context>
    <name>rigwright::ChooserWindow</name>
    <message>
        <source>On the plan’s machine and data set at micro-batch %1, each model with its usual input: %2 of %3 fit. MACs and FLOPs are for one sample, forward.</source>
        <translation>在当前方案的机器和数据集上，微批次为 %1，各模型采用各自通常的输入：%3 个模型中有 %2 个放得下。MAC 与 FLOP 均为单样本前向。</translation>
    </message>
    <message>
        <source>choose a model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>any: the usual architectures</source>
        <translation>不限：常见架构</translation>
    </message>
    <message>
        <source>Compare models — Rigwright</source>
        <translation>模型比较 — 算力匠</translation>
    </message>
    <message>
        <source>&amp;Models for the task:</source>
        <translation>按任务列出模型(&amp;M)：</translation>
    </message>
    <message>
        <source>Replace the list by all models for a task</source>
        <translation>把列表换成某类任务的全部模型</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>&amp;Add a model:</source>
        <translation>添加模型(&amp;A)：</translation>
    </message>
    <message>
        <source>Type any part of a model’s name to add it to the list.</source>
        <translation>输入模型名称的任意部分，把它加入列表。</translation>
    </message>
    <message>
        <source>Compared models</source>
        <translation>参与比较的模型</translation>
    </message>
    <message>
        <source>&amp;Use this model</source>
        <translation>采用此模型(&amp;U)</translation>
    </message>
    <message>
        <source>Make the selected model that of the plan; one step of undo brings the old one back</source>
        <translation>把选中的模型设为方案的模型；撤销一步即可恢复原来的模型</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>移除(&amp;R)</translation>
    </message>
    <message>
        <source>Take the selected models off the list</source>
        <translation>把选中的模型移出列表</translation>
    </message>
    <message>
        <source>&amp;Copy table</source>
        <translation>复制表格(&amp;C)</translation>
    </message>
    <message>
        <source>Put all rows with exact numbers on the clipboard, for a spreadsheet</source>
        <translation>把所有行的精确数字复制到剪贴板，可粘贴到电子表格</translation>
    </message>
</context>
<context>
    <name>rigwright::EpochTimePlot</name>
    <message>
        <source>Time per epoch against micro-batch</source>
        <translation>每轮时间与微批次的关系</translation>
    </message>
    <message>
        <source>Say how many samples the data set has to see the time of an epoch.</source>
        <translation>请填写数据集的样本数，才能看到每轮时间。</translation>
    </message>
    <message>
        <source>There is no time estimate for this plan.</source>
        <translation>此方案没有时间估算。</translation>
    </message>
    <message>
        <source>Time per epoch</source>
        <translation>每轮时间</translation>
    </message>
    <message>
        <source>range (provisional)</source>
        <translation>范围（暂定）</translation>
    </message>
    <message>
        <source>estimate</source>
        <translation>估算值</translation>
    </message>
    <message>
        <source>if it fitted</source>
        <translation>假如放得下</translation>
    </message>
    <message>
        <source>does not fit into memory</source>
        <translation>显存放不下</translation>
    </message>
    <message>
        <source>knee at %1</source>
        <translation>拐点：%1</translation>
    </message>
    <message>
        <source>The time per sample hardly depends on the micro-batch: fixed costs are small already at %1.</source>
        <translation>每个样本的时间几乎与微批次无关：微批次为 %1 时固定开销就已很小。</translation>
    </message>
    <message>
        <source>Knee at micro-batch %1: below it fixed costs dominate, above it the time per sample hardly falls.</source>
        <translation>拐点在微批次 %1：小于它时固定开销占主导，大于它时每个样本的时间几乎不再下降。</translation>
    </message>
    <message>
        <source>Fixed costs dominate along the whole curve: a larger micro-batch still shortens the epoch at its end.</source>
        <translation>整条曲线上固定开销都占主导：到曲线末端，增大微批次仍能缩短每轮时间。</translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation>微批次</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>下限</translation>
    </message>
    <message>
        <source>High</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Time per step</source>
        <translation>每步时间</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Micro-batch %1</source>
        <translation>微批次 %1</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>No micro-batch fits into memory.</source>
        <translation>没有任何微批次放得下。</translation>
    </message>
    <message>
        <source>It lies beyond what fits; with more memory an epoch could become up to %1 shorter.</source>
        <translation>该处显存已放不下；显存更大时，每轮时间最多可缩短 %1。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>two sentences</comment>
        <translation>%1%2</translation>
    </message>
</context>
<context>
    <name>rigwright::FieldControl</name>
    <message>
        <source>Reset to the default</source>
        <translation>恢复默认值</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>将%1恢复默认值</translation>
    </message>
</context>
<context>
    <name>rigwright::FindingRow</name>
    <message>
        <source>Go to the setting</source>
        <translation>转到该设置</translation>
    </message>
</context>
<context>
    <name>rigwright::FindingsPanel</name>
    <message>
        <source>What to know</source>
        <translation>需要注意</translation>
    </message>
    <message>
        <source>Nothing stands against this plan.</source>
        <translation>这个方案没有发现问题。</translation>
    </message>
</context>
<context>
    <name>rigwright::GuideWindow</name>
    <message>
        <source>The user guide was not found in %1.</source>
        <translation>在 %1 中没有找到用户指南。</translation>
    </message>
    <message>
        <source>User guide — Rigwright</source>
        <translation>用户指南 — 算力匠</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>正文</translation>
    </message>
</context>
<context>
    <name>rigwright::LayerPane</name>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>Forward, one sample</source>
        <translation>前向（单样本）</translation>
    </message>
    <message>
        <source>Forward and backward, one sample</source>
        <translation>前向加反向（单样本）</translation>
    </message>
    <message>
        <source>Saved for backward, one sample</source>
        <translation>为反向保留（单样本）</translation>
    </message>
    <message>
        <source>Textbook: 2 × feature maps</source>
        <translation>教科书算法：2 × 特征图</translation>
    </message>
    <message>
        <source>“FLOPs” of the tool thop</source>
        <translation>thop 工具给出的“FLOPs”</translation>
    </message>
    <message>
        <source>%1 operators</source>
        <translation>%1 个算子</translation>
    </message>
    <message>
        <source>all trainable</source>
        <translation>全部可训练</translation>
    </message>
    <message>
        <source>%1 trainable</source>
        <translation>其中可训练 %1</translation>
    </message>
    <message>
        <source>at this precision and micro-batch</source>
        <translation>按当前精度与微批次</translation>
    </message>
    <message>
        <source>saved is %1 times that</source>
        <translation>实际保留量是它的 %1 倍</translation>
    </message>
    <message>
        <source>these are multiply-accumulates</source>
        <translation>这其实是乘加次数</translation>
    </message>
    <message>
        <source>By block</source>
        <translation>按块分组</translation>
    </message>
    <message>
        <source>Operators inside their blocks, or all operators in one list</source>
        <translation>把算子归入所属的块，或全部列成一张表</translation>
    </message>
    <message>
        <source>Open all</source>
        <translation>全部展开</translation>
    </message>
    <message>
        <source>Close all</source>
        <translation>全部折叠</translation>
    </message>
    <message>
        <source>In order of execution</source>
        <translation>按执行顺序</translation>
    </message>
    <message>
        <source>Undo the sorting by a column</source>
        <translation>取消按列排序</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>复制表格</translation>
    </message>
    <message>
        <source>Put every operator with exact numbers on the clipboard, for a spreadsheet</source>
        <translation>把每个算子的精确数字复制到剪贴板，可粘贴到电子表格</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>逐层明细</translation>
    </message>
    <message>
        <source>Parameters by the closed form</source>
        <translation>按闭式公式计算的参数量</translation>
    </message>
    <message>
        <source>By the formula that goes round</source>
        <translation>按流传公式计算的参数量</translation>
    </message>
    <message>
        <source>equal to the sum of the layers</source>
        <translation>与逐层之和完全一致</translation>
    </message>
    <message>
        <source>wrong in three places</source>
        <translation>有三处错误</translation>
    </message>
</context>
<context>
    <name>rigwright::LayerTableModel</name>
    <message>
        <source>block</source>
        <translation>块</translation>
    </message>
    <message>
        <source>%1: %2 alike copies, numbers for all of them</source>
        <translation>%1：%2 个相同的副本，数字为合计</translation>
    </message>
    <message>
        <source>What this layer is the first to keep for the backward pass, for the whole micro-batch</source>
        <translation>由该层首先为反向传播保留的数据量（整个微批次）</translation>
    </message>
    <message>
        <source>Multiply-accumulates of one sample, forward; each is two FLOPs</source>
        <translation>单样本前向的乘加次数，一次乘加等于两个 FLOP</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出形状</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>副本数</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>MACs</source>
        <translation>MACs</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>FLOPs</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>保留量</translation>
    </message>
    <message>
        <source>Saved (bytes)</source>
        <translation>保留量（字节）</translation>
    </message>
    <message>
        <source>%1 ×%2</source>
        <translation>%1 ×%2</translation>
    </message>
</context>
<context>
    <name>rigwright::MainWindow</name>
    <message>
        <source>Meaning and working</source>
        <translation>说明与计算过程</translation>
    </message>
    <message>
        <source>Your model</source>
        <translation>您的模型</translation>
    </message>
    <message>
        <source>Your data</source>
        <translation>您的数据</translation>
    </message>
    <message>
        <source>This is an example. Change anything on the left and watch the answer, or start from:</source>
        <translation>这是一个示例。改动左侧任意一项即可看到结果变化，也可以从这里开始：</translation>
    </message>
    <message>
        <source>Unnamed scenario</source>
        <translation>未命名方案</translation>
    </message>
    <message>
        <source>%1 (example)[*] — Rigwright</source>
        <translation>%1（示例）[*] — 算力匠</translation>
    </message>
    <message>
        <source>%1[*] — Rigwright</source>
        <translation>%1[*] — 算力匠</translation>
    </message>
    <message>
        <source>About Rigwright</source>
        <translation>关于算力匠</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>逐层明细</translation>
    </message>
    <message>
        <source>Plots and layers</source>
        <translation>图表与逐层明细</translation>
    </message>
</context>
<context>
    <name>rigwright::MemoryPlot</name>
    <message>
        <source>Memory against micro-batch</source>
        <translation>显存与微批次的关系</translation>
    </message>
    <message>
        <source>There is no memory estimate for this plan.</source>
        <translation>此方案没有显存估算。</translation>
    </message>
    <message>
        <source>Memory of one GPU (%1)</source>
        <translation>单张 GPU 显存（%1）</translation>
    </message>
    <message>
        <source>usable %1</source>
        <translation>可用 %1</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>largest that fits: %1</source>
        <translation>最大可放下：%1</translation>
    </message>
    <message>
        <source>Every micro-batch drawn here fits into the usable %1 of a GPU.</source>
        <translation>图中所有微批次都能放进每张 GPU 可用的 %1 显存。</translation>
    </message>
    <message>
        <source>Not even a micro-batch of 1 fits into the usable %1 of a GPU.</source>
        <translation>微批次为 1 也放不进每张 GPU 可用的 %1 显存。</translation>
    </message>
    <message>
        <source>Micro-batches up to %1 fit into the usable %2 of a GPU.</source>
        <translation>微批次不超过 %1 时，能放进每张 GPU 可用的 %2 显存。</translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation>微批次</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Micro-batch %1</source>
        <translation>微批次 %1</translation>
    </message>
</context>
<context>
    <name>rigwright::ModelComparisonTable</name>
    <message>
        <source>Own model</source>
        <translation>自有模型</translation>
    </message>
    <message>
        <source>%1 (%2 … %3)</source>
        <comment>a time and its range</comment>
        <translation>%1（%2 … %3）</translation>
    </message>
    <message>
        <source>%1 (current)</source>
        <translation>%1（当前）</translation>
    </message>
    <message>
        <source>What it would be if it fitted</source>
        <translation>假如放得下时的数值</translation>
    </message>
    <message>
        <source>range %1 … %2</source>
        <translation>范围 %1 … %2</translation>
    </message>
    <message>
        <source>Multiply-accumulates of one sample, forward; each is two FLOPs</source>
        <translation>单样本前向的乘加次数；每次乘加计两次 FLOP</translation>
    </message>
    <message>
        <source>Needed on one GPU at the plan’s micro-batch</source>
        <translation>按方案的微批次，单张 GPU 所需的显存</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>MACs</source>
        <translation>MACs</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>FLOPs</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Largest micro-batch</source>
        <translation>最大微批次</translation>
    </message>
    <message>
        <source>One step (range)</source>
        <translation>单步时间（范围）</translation>
    </message>
    <message>
        <source>One epoch</source>
        <translation>每轮时间</translation>
    </message>
    <message>
        <source>Whole training</source>
        <translation>完整训练</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Memory (bytes)</source>
        <translation>显存（字节）</translation>
    </message>
    <message>
        <source>One step (s)</source>
        <translation>单步时间（秒）</translation>
    </message>
    <message>
        <source>lowest (s)</source>
        <translation>下限（秒）</translation>
    </message>
    <message>
        <source>highest (s)</source>
        <translation>上限（秒）</translation>
    </message>
    <message>
        <source>One epoch (s)</source>
        <translation>每轮时间（秒）</translation>
    </message>
    <message>
        <source>Whole training (s)</source>
        <translation>完整训练（秒）</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Largest micro-batch that fits this machine</source>
        <translation>这台机器放得下的最大微批次</translation>
    </message>
    <message>
        <source>Largest batch</source>
        <translation>最大微批次</translation>
    </message>
    <message>
        <source>limit: %1</source>
        <translation>瓶颈：%1</translation>
    </message>
</context>
<context>
    <name>rigwright::ModelPanel</name>
    <message>
        <source>choose a model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Mo&amp;del</source>
        <translation>模型(&amp;D)</translation>
    </message>
    <message>
        <source>A published model, or a family whose shape you choose. Type any part of its name.</source>
        <translation>已发表的模型，或由您设定结构的模型系列。可输入名称中的任意部分进行查找。</translation>
    </message>
    <message>
        <source>Shape of the model</source>
        <translation>模型结构参数</translation>
    </message>
</context>
<context>
    <name>rigwright::NoticeStrip</name>
    <message>
        <source>Dismiss</source>
        <translation>关闭提示</translation>
    </message>
</context>
<context>
    <name>rigwright::ParameterControl</name>
    <message>
        <source>%1 in %2</source>
        <comment>a quantity and its unit</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1 %2 of %3</source>
        <comment>name, value and largest value, spoken</comment>
        <translation>%1 %2，最大 %3</translation>
    </message>
    <message>
        <source>“%1” is not a whole number from %2 to %3.</source>
        <translation>“%1”不是 %2 到 %3 之间的整数。</translation>
    </message>
    <message>
        <source>“%1” is not a number from %2 to %3.</source>
        <translation>“%1”不是 %2 到 %3 之间的数。</translation>
    </message>
</context>
<context>
    <name>rigwright::PickerControl</name>
    <message>
        <source>Type to search</source>
        <translation>输入以查找</translation>
    </message>
    <message>
        <source>“%1” names no entry of the list.</source>
        <translation>列表中没有“%1”。</translation>
    </message>
</context>
<context>
    <name>rigwright::PlotCanvas</name>
    <message>
        <source>These numbers cannot be drawn.</source>
        <translation>这些数字无法绘制。</translation>
    </message>
</context>
<context>
    <name>rigwright::PlotPane</name>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>The same numbers as a table</source>
        <translation>以表格显示同样的数字</translation>
    </message>
    <message>
        <source>Save picture…</source>
        <translation>保存图片…</translation>
    </message>
    <message>
        <source>Write the picture to a PNG, SVG or PDF file, on white</source>
        <translation>把白底图片保存为 PNG、SVG 或 PDF 文件</translation>
    </message>
    <message>
        <source>Reset view</source>
        <translation>还原视图</translation>
    </message>
    <message>
        <source>Show the whole picture again (Ctrl and the wheel zoom, dragging moves)</source>
        <translation>重新显示全图（按住 Ctrl 滚动滚轮缩放，拖动平移）</translation>
    </message>
    <message>
        <source>The file name has to end in .png, .svg or .pdf.</source>
        <translation>文件名须以 .png、.svg 或 .pdf 结尾。</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>The picture could not be written to %1: %2</source>
        <translation>图片无法写入 %1：%2</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>复制表格</translation>
    </message>
    <message>
        <source>Put the numbers on the clipboard, for a spreadsheet</source>
        <translation>把数字复制到剪贴板，可粘贴到电子表格</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Put the picture on the clipboard, on white</source>
        <translation>把白底图片复制到剪贴板</translation>
    </message>
</context>
<context>
    <name>rigwright::QuantityLabel</name>
    <message>
        <source>Show how this number comes about</source>
        <translation>查看这个数字的计算过程</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a quantity&apos;s name and its value</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>rigwright::VerdictPanel</name>
    <message>
        <source>Whole training</source>
        <translation>整个训练</translation>
    </message>
    <message>
        <source>One epoch</source>
        <translation>每轮</translation>
    </message>
    <message>
        <source>One step</source>
        <translation>每步</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>Model FLOPs utilization</source>
        <translation>模型算力利用率（MFU）</translation>
    </message>
    <message>
        <source>Largest micro-batch</source>
        <translation>最大微批次</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>Work per sample</source>
        <translation>每样本计算量</translation>
    </message>
    <message>
        <source>CAPACITY UNKNOWN</source>
        <translation>容量未知</translation>
    </message>
    <message>
        <source>NO ANSWER</source>
        <translation>无法计算</translation>
    </message>
    <message>
        <source>%1 of %2 (%3 %)</source>
        <translation>%1 / %2（%3%）</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>range %1 … %2</source>
        <translation>范围 %1 … %2</translation>
    </message>
    <message>
        <source>that fits this GPU</source>
        <translation>这张 GPU 能容纳</translation>
    </message>
    <message>
        <source>if it fitted</source>
        <translation>假如放得下</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 步</translation>
    </message>
    <message>
        <source>limit: %1</source>
        <translation>瓶颈：%1</translation>
    </message>
    <message>
        <source>of the dense peak</source>
        <translation>相对稠密峰值</translation>
    </message>
    <message>
        <source>forward and backward</source>
        <translation>前向与反向合计</translation>
    </message>
    <message>
        <source>samples not set</source>
        <translation>未设置样本数</translation>
    </message>
</context>
<context>
    <name>rigwright::WindowFiles</name>
    <message>
        <source>%1 was not opened.</source>
        <translation>未能打开 %1。</translation>
    </message>
    <message>
        <source>… and more.</source>
        <translation>……等等。</translation>
    </message>
    <message>
        <source>Open scenario</source>
        <translation>打开方案</translation>
    </message>
    <message>
        <source>Scenarios (*.json)</source>
        <translation>方案文件 (*.json)</translation>
    </message>
    <message>
        <source>scenario</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Save scenario</source>
        <translation>保存方案</translation>
    </message>
    <message>
        <source>%1 was not saved: %2</source>
        <translation>未能保存 %1：%2</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>尚未保存</translation>
    </message>
    <message>
        <source>Save the changes to this scenario first?</source>
        <translation>要先保存对该方案的修改吗？</translation>
    </message>
</context>
<context>
    <name>rigwright::WindowMenus</name>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Open scenario…</source>
        <translation>打开方案(&amp;O)…</translation>
    </message>
    <message>
        <source>Open &amp;example</source>
        <translation>打开示例(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;System colours</source>
        <translation>跟随系统配色(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Next pane</source>
        <translation>下一窗格(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Previous pane</source>
        <translation>上一窗格(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Reset layout</source>
        <translation>恢复默认布局(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Copy diagnostic information</source>
        <translation>复制诊断信息(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;About Rigwright</source>
        <translation>关于算力匠(&amp;A)</translation>
    </message>
    <message>
        <source>Change the language of the window</source>
        <translation>切换界面语言</translation>
    </message>
    <message>
        <source>User &amp;guide</source>
        <translation>用户指南(&amp;G)</translation>
    </message>
    <message>
        <source>Compare &amp;models…</source>
        <translation>比较模型(&amp;M)…</translation>
    </message>
</context>
<context>
    <name>rigwright::WorkingModel</name>
    <message>
        <source>Quantity</source>
        <translation>量</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
</context>
<context>
    <name>rigwright::WorkingPanel</name>
    <message>
        <source>Source: %1</source>
        <translation>来源：%1</translation>
    </message>
    <message>
        <source>How the number comes about</source>
        <translation>计算过程</translation>
    </message>
    <message>
        <source>◆ Assumption: a judgement, not a measurement or a definition.</source>
        <translation>◆ 假设：经验判断，不是测量值或定义。</translation>
    </message>
    <message>
        <source>Go to the setting</source>
        <translation>转到该设置</translation>
    </message>
</context>
</TS>
