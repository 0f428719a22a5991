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
        <source>Size, price and compare hardware for AI training.</source>
        <translation>AI 训练硬件选型与成本测算，每个数字都有依据。</translation>
    </message>
    <message>
        <source>Free software under the GNU General Public License, version 3 or later, without any warranty.</source>
        <translation>本程序是自由软件，依据 GNU 通用公共许可证第 3 版或更高版本发布，不附带任何担保。</translation>
    </message>
    <message>
        <source>Built with Qt %1 (LGPL), QCustomPlot (GPL), JSON for Modern C++ (MIT), NLopt (MIT and LGPL) and libxlsxwriter (BSD). The engine alone is under the Apache License 2.0.</source>
        <translation>使用 Qt %1（LGPL）、QCustomPlot（GPL）、JSON for Modern C++（MIT）、NLopt（MIT 与 LGPL）和 libxlsxwriter（BSD）构建。引擎本身采用 Apache License 2.0。</translation>
    </message>
</context>
<context>
    <name>Advisor</name>
    <message>
        <source>%1 RAM</source>
        <translation>%1 内存</translation>
    </message>
    <message>
        <source>%1 (%2 to %3)</source>
        <translation>%1（%2 至 %3）</translation>
    </message>
    <message>
        <source>%1 is out: %2.</source>
        <translation>%1 落选：%2。</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source> — another candidate costs %1 and takes %2</source>
        <translation> —— 另一候选配置只需 %1，耗时 %2</translation>
    </message>
    <message>
        <source>Rent %1</source>
        <translation>租用 %1</translation>
    </message>
    <message>
        <source>Buy %1</source>
        <translation>购买 %1</translation>
    </message>
    <message>
        <source>done in %1</source>
        <translation>%1完成</translation>
    </message>
    <message>
        <source>%1 for each sample</source>
        <translation>每个样本 %1</translation>
    </message>
    <message>
        <source>%1: %2, %3 (at worst %4), fits with %5 to spare.</source>
        <translation>%1：%2，%3（最慢 %4），显存余量 %5。</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>至少 %1</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
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
    <name>Commands</name>
    <message>
        <source>No recent files</source>
        <translation>没有最近的文件</translation>
    </message>
    <message>
        <source>Clear the list</source>
        <translation>清空列表</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;New</source>
        <translation>新建(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>最近的文件(&amp;R)</translation>
    </message>
    <message>
        <source>Open &amp;example</source>
        <translation>打开示例(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Import a model…</source>
        <translation>导入模型(&amp;I)…</translation>
    </message>
    <message>
        <source>E&amp;xport measuring script…</source>
        <translation>导出测量脚本(&amp;X)…</translation>
    </message>
    <message>
        <source>Import &amp;measurement…</source>
        <translation>导入测量结果(&amp;M)…</translation>
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
        <source>Re&amp;vert to saved</source>
        <translation>恢复到已保存(&amp;V)</translation>
    </message>
    <message>
        <source>Re&amp;port and print</source>
        <translation>报告与打印(&amp;P)</translation>
    </message>
    <message>
        <source>Export training &amp;launch files…</source>
        <translation>导出训练启动文件(&amp;L)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
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
        <source>&amp;Find anything…</source>
        <translation>查找(&amp;F)…</translation>
    </message>
    <message>
        <source>Tas&amp;k</source>
        <translation>任务(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Machines</source>
        <translation>机器(&amp;M)</translation>
    </message>
    <message>
        <source>De&amp;cide</source>
        <translation>决策(&amp;C)</translation>
    </message>
    <message>
        <source>Lea&amp;rn</source>
        <translation>学习(&amp;R)</translation>
    </message>
    <message>
        <source>Ne&amp;xt page</source>
        <translation>下一页(&amp;X)</translation>
    </message>
    <message>
        <source>Pre&amp;vious page</source>
        <translation>上一页(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Next region</source>
        <translation>下一区域(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Previous region</source>
        <translation>上一区域(&amp;P)</translation>
    </message>
    <message>
        <source>Expl&amp;ain</source>
        <translation>说明(&amp;A)</translation>
    </message>
    <message>
        <source>Plot in its own &amp;window</source>
        <translation>在独立窗口中显示图表(&amp;W)</translation>
    </message>
    <message>
        <source>Reset la&amp;yout</source>
        <translation>重置布局(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;System colors</source>
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
        <source>&amp;Add machine</source>
        <translation>添加机器(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Duplicate</source>
        <translation>复制(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Rename…</source>
        <translation>重命名(&amp;R)…</translation>
    </message>
    <message>
        <source>Add to or remove from &amp;comparison</source>
        <translation>加入或移出对比(&amp;C)</translation>
    </message>
    <message>
        <source>Move &amp;left</source>
        <translation>左移(&amp;L)</translation>
    </message>
    <message>
        <source>Move ri&amp;ght</source>
        <translation>右移(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Next machine</source>
        <translation>下一台机器(&amp;N)</translation>
    </message>
    <message>
        <source>Pre&amp;vious machine</source>
        <translation>上一台机器(&amp;V)</translation>
    </message>
    <message>
        <source>D&amp;elete</source>
        <translation>删除(&amp;E)</translation>
    </message>
    <message>
        <source>C&amp;ompare machines</source>
        <translation>对比机器(&amp;O)</translation>
    </message>
    <message>
        <source>Compare &amp;models</source>
        <translation>模型对比(&amp;M)</translation>
    </message>
    <message>
        <source>Compare GP&amp;Us</source>
        <translation>GPU 对比(&amp;U)</translation>
    </message>
    <message>
        <source>Cali&amp;brate with measurements</source>
        <translation>用实测校准(&amp;B)</translation>
    </message>
    <message>
        <source>Detec&amp;t this computer…</source>
        <translation>识别本机(&amp;T)…</translation>
    </message>
    <message>
        <source>My &amp;parts and prices</source>
        <translation>自有部件与价格(&amp;P)</translation>
    </message>
    <message>
        <source>User &amp;guide</source>
        <translation>用户指南(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;What is this?</source>
        <translation>这是什么(&amp;W)？</translation>
    </message>
    <message>
        <source>&amp;Lessons</source>
        <translation>课程(&amp;L)</translation>
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
        <source>Expl&amp;ore</source>
        <translation>探索(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Machine</source>
        <translation>机器(&amp;M)</translation>
    </message>
    <message>
        <source>Use a different tas&amp;k for this machine</source>
        <translation>此机器使用不同的任务(&amp;K)</translation>
    </message>
    <message>
        <source>Use the pro&amp;ject&apos;s task</source>
        <translation>使用项目的任务(&amp;J)</translation>
    </message>
    <message>
        <source>Use as basel&amp;ine</source>
        <translation>设为基准(&amp;I)</translation>
    </message>
    <message>
        <source>Start pa&amp;ge</source>
        <translation>开始页(&amp;G)</translation>
    </message>
    <message>
        <source>Paste a &amp;quote</source>
        <translation>粘贴报价(&amp;Q)</translation>
    </message>
    <message>
        <source>Import a price li&amp;st…</source>
        <translation>导入价格表(&amp;S)…</translation>
    </message>
    <message>
        <source>F&amp;ile</source>
        <translation>文件(&amp;I)</translation>
    </message>
    <message>
        <source>Edi&amp;t</source>
        <translation>编辑(&amp;T)</translation>
    </message>
    <message>
        <source>Machine in &amp;front</source>
        <translation>当前机器(&amp;F)</translation>
    </message>
</context>
<context>
    <name>Page</name>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Explore</source>
        <translation>探索</translation>
    </message>
    <message>
        <source>Decide</source>
        <translation>决策</translation>
    </message>
    <message>
        <source>Learn</source>
        <translation>学习</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>逐层明细</translation>
    </message>
    <message>
        <source>Network editor</source>
        <translation>搭建网络</translation>
    </message>
    <message>
        <source>Compare models</source>
        <translation>模型对比</translation>
    </message>
    <message>
        <source>Prices</source>
        <translation>价格</translation>
    </message>
    <message>
        <source>Compare GPUs</source>
        <translation>GPU 对比</translation>
    </message>
    <message>
        <source>My parts and prices</source>
        <translation>自有部件与价格</translation>
    </message>
    <message>
        <source>Calibrate with measurements</source>
        <translation>用实测校准</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>总览</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>Scaling</source>
        <translation>多卡扩展</translation>
    </message>
    <message>
        <source>Sensitivity</source>
        <translation>敏感度分析</translation>
    </message>
    <message>
        <source>What fits</source>
        <translation>可容纳规模</translation>
    </message>
    <message>
        <source>Advisor</source>
        <translation>选型建议</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Sizing</source>
        <translation>资源需求</translation>
    </message>
    <message>
        <source>Rent or buy</source>
        <translation>租用还是购买</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>课程内容</translation>
    </message>
    <message>
        <source>All lessons</source>
        <translation>全部课程</translation>
    </message>
    <message>
        <source>Playground</source>
        <translation>试验场</translation>
    </message>
    <message>
        <source>My progress</source>
        <translation>我的进度</translation>
    </message>
</context>
<context>
    <name>Pickers</name>
    <message>
        <source>Typical for the GPU</source>
        <translation>与该 GPU 相配的常见 CPU</translation>
    </message>
    <message>
        <source>Not a bottleneck</source>
        <translation>不构成瓶颈</translation>
    </message>
    <message>
        <source>Ethernet</source>
        <translation>以太网</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Own shape</source>
        <translation>自定义结构</translation>
    </message>
    <message>
        <source>Import a model file…</source>
        <translation>导入模型文件…</translation>
    </message>
    <message>
        <source>None: train on the CPU</source>
        <translation>无：用 CPU 训练</translation>
    </message>
    <message>
        <source>Usual machines</source>
        <translation>常见机型</translation>
    </message>
    <message>
        <source>Not specified</source>
        <translation>未指定</translation>
    </message>
    <message>
        <source>Not checked</source>
        <translation>不检查</translation>
    </message>
    <message>
        <source>Renminbi (CNY)</source>
        <translation>人民币（CNY）</translation>
    </message>
    <message>
        <source>US dollar (USD)</source>
        <translation>美元（USD）</translation>
    </message>
    <message>
        <source>Euro (EUR)</source>
        <translation>欧元（EUR）</translation>
    </message>
    <message>
        <source>%1 (custom part)</source>
        <translation>%1（自定义部件）</translation>
    </message>
    <message>
        <source>%1 (custom values)</source>
        <translation>%1（自定义数值）</translation>
    </message>
    <message>
        <source>Newest prices</source>
        <translation>最新价格</translation>
    </message>
    <message>
        <source>%1 cores</source>
        <translation>%1 核</translation>
    </message>
    <message>
        <source>%1 GPUs</source>
        <translation>%1 个 GPU</translation>
    </message>
    <message>
        <source>%1 U</source>
        <translation>%1 U</translation>
    </message>
    <message>
        <source>%1 images</source>
        <translation>%1 幅图像</translation>
    </message>
    <message>
        <source>Inside a machine</source>
        <translation>机内</translation>
    </message>
</context>
<context>
    <name>ProjectFile</name>
    <message>
        <source>This is a folder, not a file.</source>
        <translation>这是文件夹，不是文件。</translation>
    </message>
    <message>
        <source>The file is larger than 8 MiB and isn&apos;t a project.</source>
        <translation>文件大于 8 MiB，不是项目。</translation>
    </message>
    <message>
        <source>The project would be larger than 8 MiB, the most that can be read again. Fewer machines, or fewer imported models, are needed.</source>
        <translation>项目将超过 8 MiB，无法再次读取。请减少机器或导入的模型。</translation>
    </message>
    <message>
        <source>The project could not be read again as it would be written, so the old file was left as it is.</source>
        <translation>项目写出后无法重新读取，因此保留了原文件。</translation>
    </message>
    <message>
        <source>The previous version could not be saved: %1</source>
        <translation>无法保留上一个版本：%1</translation>
    </message>
</context>
<context>
    <name>Report</name>
    <message>
        <source>Unknown report format “%1”. Expected endings: %2.</source>
        <translation>未知的报告格式“%1”。可用的扩展名：%2。</translation>
    </message>
    <message>
        <source>The workbook could not be created in the temporary folder.</source>
        <translation>无法在临时文件夹中生成工作簿。</translation>
    </message>
</context>
<context>
    <name>Start</name>
    <message>
        <source>%1 was not written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>Data folder not found. Expected: share/rigwright next to the program&apos;s folder, or the folder in the environment variable RIGWRIGHT_DATA.</source>
        <translation>找不到数据文件夹。它应为程序文件夹旁的 share/rigwright，或环境变量 RIGWRIGHT_DATA 指定的文件夹。</translation>
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
        <source>Colors: light, dark or system.</source>
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
        <source>Rigwright: size, price and compare hardware for AI training.</source>
        <translation>算力匠：AI 训练硬件选型与成本测算，每个数字都有依据。</translation>
    </message>
    <message>
        <source>Only one file can be opened.</source>
        <translation>一次只能打开一个文件。</translation>
    </message>
    <message>
        <source>A report needs one to %1 scenarios.</source>
        <translation>报告需要一至 %1 个方案。</translation>
    </message>
    <message>
        <source>Write the report of up to six scenarios and exit; by its ending: pdf, html, xlsx, csv, tsv, md, json.</source>
        <translation>写出至多六个方案的报告后退出；按扩展名：pdf、html、xlsx、csv、tsv、md、json。</translation>
    </message>
    <message>
        <source>The question that the report answers, in your words.</source>
        <translation>报告要回答的问题，用您自己的话。</translation>
    </message>
    <message>
        <source>The report in the other language as well.</source>
        <translation>同时给出另一种语言的报告。</translation>
    </message>
    <message>
        <source>Unsaved work cannot be saved for recovery: %1</source>
        <translation>无法为恢复保留未保存的工作：%1</translation>
    </message>
    <message>
        <source>Open another window instead of the one that is open already.</source>
        <translation>另开一个窗口，而不使用已打开的窗口。</translation>
    </message>
    <message>
        <source>Project or scenario to open.</source>
        <translation>要打开的项目或方案。</translation>
    </message>
    <message>
        <source>There is no page “%1”. There are: %2.</source>
        <translation>没有名为“%1”的页面。可用页面：%2。</translation>
    </message>
    <message>
        <source>Page to show, such as memory, compare, report.</source>
        <translation>要显示的页面，例如 memory、compare、report。</translation>
    </message>
</context>
<context>
    <name>TaskFacts</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Optimizer steps</source>
        <translation>优化器步数</translation>
    </message>
    <message>
        <source>Speed for the deadline</source>
        <translation>期限所需速度</translation>
    </message>
    <message>
        <source>Consequences</source>
        <translation>由此得出</translation>
    </message>
    <message>
        <source>Machine %1 has a task of its own: changes here apply to it alone, and no ranking includes it.</source>
        <translation>机器 %1 使用自己的任务：此处的更改仅对它有效，任何排名都不包括它。</translation>
    </message>
</context>
<context>
    <name>Trouble</name>
    <message>
        <source>… and more.</source>
        <translation>……还有更多。</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>%1: %2</source>
        <comment>a name and its value</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between names</comment>
        <translation>、</translation>
    </message>
</context>
<context>
    <name>rigwright::AddPartDialog</name>
    <message>
        <source>Custom &amp;values for a database part</source>
        <translation>为数据库中的部件自定义数值(&amp;V)</translation>
    </message>
    <message>
        <source>New part as a &amp;copy</source>
        <translation>以某部件的副本新建(&amp;C)</translation>
    </message>
    <message>
        <source>New e&amp;mpty part</source>
        <translation>新建空白部件(&amp;M)</translation>
    </message>
    <message>
        <source>Add a part</source>
        <translation>添加部件</translation>
    </message>
    <message>
        <source>&amp;Kind:</source>
        <translation>类型(&amp;K)：</translation>
    </message>
    <message>
        <source>&amp;Part:</source>
        <translation>部件(&amp;P)：</translation>
    </message>
    <message>
        <source>&amp;Id:</source>
        <translation>编号(&amp;I)：</translation>
    </message>
    <message>
        <source>&amp;Name:</source>
        <translation>名称(&amp;N)：</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部件</translation>
    </message>
    <message>
        <source>%1, custom copy</source>
        <translation>%1（自定义副本）</translation>
    </message>
    <message>
        <source>No part named “%1”. Choose one from the list.</source>
        <translation>没有名为“%1”的部件。请从列表中选择。</translation>
    </message>
    <message>
        <source>A part needs an id, for example rtx4090-48g.</source>
        <translation>部件需要编号，例如 rtx4090-48g。</translation>
    </message>
    <message>
        <source>“%1” isn&apos;t a valid id. Expected: up to 64 letters, digits, dots, dashes, underscores and plus signs, a letter or digit first.</source>
        <translation>“%1”不是有效编号。应为：最多 64 个字母、数字、点、短横、下划线和加号，首字符为字母或数字。</translation>
    </message>
    <message>
        <source>Your parts library already has this part.</source>
        <translation>自有硬件库中已有这个部件。</translation>
    </message>
    <message>
        <source>Another part already has the id “%1”.</source>
        <translation>已有部件使用编号“%1”。</translation>
    </message>
    <message>
        <source>A part needs a name.</source>
        <translation>部件需要名称。</translation>
    </message>
</context>
<context>
    <name>rigwright::AddPriceDialog</name>
    <message>
        <source>Quote</source>
        <translation>报价</translation>
    </message>
    <message>
        <source>Add a price</source>
        <translation>添加价格</translation>
    </message>
    <message>
        <source>&amp;Part:</source>
        <translation>部件(&amp;P)：</translation>
    </message>
    <message>
        <source>P&amp;rice:</source>
        <translation>价格(&amp;R)：</translation>
    </message>
    <message>
        <source>&amp;Currency:</source>
        <translation>币种(&amp;C)：</translation>
    </message>
    <message>
        <source>&amp;Kind:</source>
        <translation>类型(&amp;K)：</translation>
    </message>
    <message>
        <source>&amp;Date:</source>
        <translation>日期(&amp;D)：</translation>
    </message>
    <message>
        <source>&amp;Supplier:</source>
        <translation>供应商(&amp;S)：</translation>
    </message>
    <message>
        <source>S&amp;ource:</source>
        <translation>来源(&amp;O)：</translation>
    </message>
    <message>
        <source>&amp;Valid until:</source>
        <translation>有效期至(&amp;V)：</translation>
    </message>
    <message>
        <source>No part named “%1”. Choose one from the list.</source>
        <translation>没有名为“%1”的部件。请从列表中选择。</translation>
    </message>
    <message>
        <source>no price yet</source>
        <translation>尚无价格</translation>
    </message>
    <message>
        <source>P&amp;rice of 1 TB:</source>
        <translation>每 TB 价格(&amp;R)：</translation>
    </message>
</context>
<context>
    <name>rigwright::AdvicePanel</name>
    <message>
        <source>Computing…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>Ranked: training unchanged, lower precision or another optimizer, lost updates or different training, other hardware.</source>
        <translation>排序：训练不变；精度降低或换优化器；丢失更新或改变训练内容；更换硬件。</translation>
    </message>
</context>
<context>
    <name>rigwright::AdviceRows</name>
    <message>
        <source>%1 per sample</source>
        <translation>每样本 %1</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Apply: %1</source>
        <translation>应用：%1</translation>
    </message>
</context>
<context>
    <name>rigwright::AdvisorPage</name>
    <message>
        <source>Searching the hardware database…</source>
        <translation>正在搜索硬件数据库…</translation>
    </message>
    <message>
        <source>The settings have changed: searching again. The results shown are for the previous settings.</source>
        <translation>设置已改变，正在重新搜索。目前显示的是之前设置的结果。</translation>
    </message>
    <message>
        <source>Search stopped.</source>
        <translation>搜索已停止。</translation>
    </message>
    <message>
        <source>Search stopped. Results are for the previous settings.</source>
        <translation>搜索已停止。目前显示的是之前设置的结果。</translation>
    </message>
    <message>
        <source>Results are for the previous settings.</source>
        <translation>目前显示的是之前设置的结果。</translation>
    </message>
    <message>
        <source>Pareto-optimal in cost, time and power. Moving a limit needs no new search.</source>
        <translation>帕累托最优配置：没有其他配置在费用、时间、功率上全面更优。移动限制无需重新搜索。</translation>
    </message>
    <message>
        <source>GPU makers</source>
        <translation>GPU 厂商</translation>
    </message>
    <message>
        <source>Finding which limit to relax…</source>
        <translation>正在寻找需要放宽的限制…</translation>
    </message>
    <message>
        <source>Drag a limit outwards, or empty its field.</source>
        <translation>请向外拖动限制线，或清空对应的输入框。</translation>
    </message>
    <message>
        <source>… and %1 rarer reasons</source>
        <translation>…… 以及 %1 个较少见的原因</translation>
    </message>
    <message>
        <source>After the search, choose any GPU of the hardware database here.</source>
        <translation>搜索结束后，可在此选择硬件数据库中的任何 GPU。</translation>
    </message>
    <message>
        <source>add %1 to the comparison</source>
        <translation>将 %1 加入对比</translation>
    </message>
    <message>
        <source>add %1 as a machine</source>
        <translation>将 %1 添加为机器</translation>
    </message>
    <message>
        <source>%1 was not added: the project or the comparison is full.</source>
        <translation>未能将 %1 加入对比：项目或对比已满。</translation>
    </message>
    <message>
        <source>%1 was not added: the project is full.</source>
        <translation>未能添加 %1：项目已满。</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>限制</translation>
    </message>
    <message>
        <source>GPU makers:</source>
        <translation>GPU 厂商：</translation>
    </message>
    <message>
        <source>Why not…?</source>
        <translation>为什么不选…？</translation>
    </message>
    <message>
        <source>Search summary</source>
        <translation>搜索概况</translation>
    </message>
    <message>
        <source>The search is running</source>
        <translation>正在搜索</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Search again</source>
        <translation>重新搜索</translation>
    </message>
    <message>
        <source>Pareto-optimal in cost, time, power and free GPU memory. Moving a limit needs no new search.</source>
        <translation>帕累托最优配置：没有其他配置在费用、时间、功率和显存余量上全面更优。移动限制无需重新搜索。</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>Free memory</source>
        <translation>显存余量</translation>
    </message>
    <message>
        <source>Once there is a recommendation, ask about its parts here.</source>
        <translation>有了推荐配置后，可在此询问其中的部件。</translation>
    </message>
    <message>
        <source>Free GPU memory counts too</source>
        <translation>显存余量也参与对比</translation>
    </message>
    <message>
        <source>Also shows candidates that leave a quarter, a half or three quarters of the GPU memory free: room for a larger model.</source>
        <translation>同时保留显存余下四分之一、一半或四分之三的候选配置：为更大的模型留出空间。</translation>
    </message>
    <message>
        <source>Part to ask about</source>
        <translation>要询问的部件</translation>
    </message>
    <message>
        <source>Cost and</source>
        <translation>费用与</translation>
    </message>
    <message>
        <source>Vertical axis of the plot</source>
        <translation>图的纵轴</translation>
    </message>
    <message>
        <source>Searching again. The results shown are from the previous search.</source>
        <translation>正在重新搜索。显示的是之前的结果。</translation>
    </message>
    <message>
        <source>Selected in the plot</source>
        <translation>图中所选</translation>
    </message>
    <message>
        <source>Permitted changes</source>
        <translation>允许的改动</translation>
    </message>
    <message>
        <source>Micro-batch, gradient accumulation, activation checkpointing, sharding and CPU offload.</source>
        <translation>微批次、梯度累积、激活重计算、切分和 CPU 卸载。</translation>
    </message>
    <message>
        <source>recommended</source>
        <translation>推荐</translation>
    </message>
    <message>
        <source>A GPU or another part; type any part of its name.</source>
        <translation>GPU 或其他部件；输入名称中的任意部分即可查找。</translation>
    </message>
</context>
<context>
    <name>rigwright::BatchNumber</name>
    <message>
        <source>another machine</source>
        <translation>另一台机器</translation>
    </message>
    <message>
        <source>Micro-batch %1</source>
        <translation>微批次 %1</translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation>微批次</translation>
    </message>
    <message>
        <source>before</source>
        <translation>之前</translation>
    </message>
</context>
<context>
    <name>rigwright::BillModel</name>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Your quote</source>
        <translation>自填报价</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部件</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>Unit price</source>
        <translation>单价</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>金额</translation>
    </message>
    <message>
        <source>Price date</source>
        <translation>价格日期</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>reset to database price</source>
        <translation>恢复数据库价格</translation>
    </message>
    <message>
        <source>“%1” isn&apos;t a valid price. Enter an amount in %2, for example 12500.</source>
        <translation>“%1”不是价格。请输入以 %2 计的金额，例如 12500。</translation>
    </message>
    <message>
        <source>enter a quote</source>
        <translation>填写报价</translation>
    </message>
    <message>
        <source>%1, valid until %2: expired</source>
        <translation>%1，有效期至 %2：已过期</translation>
    </message>
    <message>
        <source>Your price list: %1</source>
        <translation>自有价格表：%1</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>Currency</source>
        <translation>币种</translation>
    </message>
    <message>
        <source>This price is in your price list. Delete it on My parts and prices.</source>
        <translation>此价格来自您的自有价格表，请在“自有部件与价格”页删除。</translation>
    </message>
    <message>
        <source>This is the database price: there is no price of yours to clear.</source>
        <translation>这是数据库价格，没有可清除的自有价格。</translation>
    </message>
    <message>
        <source>size not set</source>
        <translation>容量未设置</translation>
    </message>
    <message>
        <source>%1 per TB</source>
        <translation>%1/TB</translation>
    </message>
    <message>
        <source>Sold in whole drives of %1</source>
        <translation>按 %1 的整块硬盘购买</translation>
    </message>
    <message>
        <source>No part chosen: choose it in the inputs, or add yours on My parts and prices.</source>
        <translation>未选择部件：请在输入栏中选择，或在“自有部件与价格”页添加。</translation>
    </message>
    <message>
        <source>not quoted</source>
        <translation>未报价</translation>
    </message>
    <message>
        <source>Replaces the lines above</source>
        <translation>代替以上各行</translation>
    </message>
    <message>
        <source>for other parts</source>
        <translation>对应其他部件</translation>
    </message>
</context>
<context>
    <name>rigwright::BlockModel</name>
    <message>
        <source>Block</source>
        <translation>块</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>MACs</source>
        <translation>乘加次数</translation>
    </message>
    <message>
        <source>Blocks of the network</source>
        <translation>网络的块</translation>
    </message>
    <message>
        <source>All %1 layers</source>
        <translation>全部 %1 层</translation>
    </message>
    <message>
        <source>Saved at micro-batch %1</source>
        <translation>微批次 %1 时的保存量</translation>
    </message>
</context>
<context>
    <name>rigwright::BuildActions</name>
    <message>
        <source>Machine %1</source>
        <translation>机器 %1</translation>
    </message>
    <message>
        <source>Add machine</source>
        <translation>添加机器</translation>
    </message>
    <message>
        <source>A project can have at most %1 machines.</source>
        <translation>一个项目至多含 %1 台机器。</translation>
    </message>
    <message>
        <source>Duplicate machine</source>
        <translation>复制机器</translation>
    </message>
    <message>
        <source>Delete machine</source>
        <translation>删除机器</translation>
    </message>
    <message>
        <source>The last machine of a project cannot be deleted.</source>
        <translation>不能删除项目中的最后一台机器。</translation>
    </message>
    <message>
        <source>Move machine</source>
        <translation>移动机器</translation>
    </message>
    <message>
        <source>Choose the baseline</source>
        <translation>选择基准</translation>
    </message>
    <message>
        <source>Update prices of compared machines</source>
        <translation>更新已加入对比的机器的价格</translation>
    </message>
    <message>
        <source>Use a different task</source>
        <translation>使用不同的任务</translation>
    </message>
    <message>
        <source>No other machine has the project&apos;s task. Add a machine first.</source>
        <translation>没有其他机器使用项目的任务。请先添加一台机器。</translation>
    </message>
    <message>
        <source>Use the project&apos;s task</source>
        <translation>使用项目的任务</translation>
    </message>
    <message>
        <source>Remove from comparison</source>
        <translation>移出对比</translation>
    </message>
    <message>
        <source>Add to comparison</source>
        <translation>加入对比</translation>
    </message>
    <message>
        <source>At most %1 machines can be compared: remove one first.</source>
        <translation>最多可对比 %1 台机器：请先移出一台。</translation>
    </message>
</context>
<context>
    <name>rigwright::CardModel</name>
    <message>
        <source>Source: %1</source>
        <translation>来源：%1</translation>
    </message>
    <message>
        <source>Affects</source>
        <translation>影响</translation>
    </message>
</context>
<context>
    <name>rigwright::CardPage</name>
    <message>
        <source>Choose a line to read what it means.</source>
        <translation>选择一行可查看其含义。</translation>
    </message>
    <message>
        <source>Remove GPU</source>
        <translation>移除 GPU</translation>
    </message>
    <message>
        <source>GPU comparison</source>
        <translation>GPU 对比</translation>
    </message>
    <message>
        <source>Add a GPU:</source>
        <translation>添加 GPU：</translation>
    </message>
    <message>
        <source>Type any part of a name, a maker or a generation.</source>
        <translation>输入名称、厂商或架构的任意部分。</translation>
    </message>
    <message>
        <source>Up to six GPUs fit. Remove one first.</source>
        <translation>最多对比六款 GPU，请先移除一款。</translation>
    </message>
</context>
<context>
    <name>rigwright::CatalogPage</name>
    <message>
        <source>Not changed: the open project uses this. %1</source>
        <translation>未作更改：打开的项目正在使用它。%1</translation>
    </message>
    <message>
        <source>U&amp;ndo</source>
        <translation>撤销(&amp;N)</translation>
    </message>
    <message>
        <source>U&amp;ndo: %1</source>
        <translation>撤销：%1(&amp;N)</translation>
    </message>
    <message>
        <source>More remarks: %1</source>
        <translation>另有备注：%1 条</translation>
    </message>
    <message>
        <source>Nothing can be saved: the system defines no folder for application data.</source>
        <translation>无法保存：系统没有指明应用程序数据文件夹。</translation>
    </message>
    <message>
        <source>Your parts and prices override those of the database and are stored in %1. No network access.</source>
        <translation>自有部件和价格优先于数据库，保存在 %1。不访问网络。</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>部件</translation>
    </message>
    <message>
        <source>Prices</source>
        <translation>价格</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
</context>
<context>
    <name>rigwright::ChangeLine</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>Change:</source>
        <translation>变化：</translation>
    </message>
    <message>
        <source>%1 changes by less than 0.1%</source>
        <translation>%1变化不到 0.1%</translation>
    </message>
</context>
<context>
    <name>rigwright::ChoicesColumn</name>
    <message>
        <source>Parallelism</source>
        <translation>并行</translation>
    </message>
    <message>
        <source>Fine-tuning</source>
        <translation>微调</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>This machine only</source>
        <translation>只影响这台机器</translation>
    </message>
    <message>
        <source>Advanced training options</source>
        <translation>高级训练选项</translation>
    </message>
    <message>
        <source>Chassis and power</source>
        <translation>机箱与供电</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>The same for all machines</source>
        <translation>所有机器相同</translation>
    </message>
    <message>
        <source>Run and checkpoints</source>
        <translation>运行与检查点</translation>
    </message>
    <message>
        <source>Goals</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Each limit once</source>
        <translation>每个上限只填一次</translation>
    </message>
    <message>
        <source>Cost settings</source>
        <translation>费用参数</translation>
    </message>
    <message>
        <source>GPU specifications explained</source>
        <translation>GPU 规格详解</translation>
    </message>
    <message>
        <source>More…</source>
        <translation>更多…</translation>
    </message>
    <message>
        <source>Essential</source>
        <translation>基本</translation>
    </message>
    <message>
        <source>Usual</source>
        <translation>常用</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Inputs: %1</source>
        <translation>输入项：%1</translation>
    </message>
    <message>
        <source>%1 changed</source>
        <translation>已改 %1 项</translation>
    </message>
    <message>
        <source>Show only the inputs that differ from their default</source>
        <translation>只显示与默认值不同的输入项</translation>
    </message>
    <message>
        <source>%1 usual, %2 expert</source>
        <translation>常用 %1 项，专家 %2 项</translation>
    </message>
    <message>
        <source>%1 expert</source>
        <translation>专家 %1 项</translation>
    </message>
    <message>
        <source>Training method</source>
        <translation>训练方式</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
</context>
<context>
    <name>rigwright::ComparePane</name>
    <message>
        <source>Database prices have changed since the machines were added (%1 changes). The table shows the earlier prices.</source>
        <translation>自加入对比以来，数据库中的价格有变（%1 处）。表中为加入时的价格。</translation>
    </message>
    <message>
        <source>~ within the error of the estimate. Click a number to see its calculation.</source>
        <translation>~ 表示在估算误差之内。点击数值可查看其计算过程。</translation>
    </message>
    <message>
        <source>Baseline:</source>
        <translation>基准：</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>Differences only</source>
        <translation>只看差异</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>复制表格</translation>
    </message>
    <message>
        <source>Update prices</source>
        <translation>更新价格</translation>
    </message>
    <message>
        <source>Use today&apos;s database prices; Undo restores the earlier ones</source>
        <translation>采用数据库今天的价格；撤销可恢复原价</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Print…</source>
        <translation>打印…</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>限制</translation>
    </message>
    <message>
        <source>Ratios</source>
        <translation>比值</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Ratios to the baseline</source>
        <translation>与基准的比值</translation>
    </message>
    <message>
        <source>Remove %1 from the comparison</source>
        <translation>将 %1 移出对比</translation>
    </message>
    <message>
        <source>Add two or more machines with + to compare them; at most %1.</source>
        <translation>用 + 加入两台或更多机器进行对比，最多 %1 台。</translation>
    </message>
    <message>
        <source>with</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Add a machine to the comparison</source>
        <translation>将机器加入对比</translation>
    </message>
    <message>
        <source>All machines of the project are compared: %1.</source>
        <translation>对比项目中的全部机器：%1 台。</translation>
    </message>
    <message>
        <source>%1 of %2 machines are compared: those added to the comparison.</source>
        <translation>对比 %2 台机器中的 %1 台：已加入对比的机器。</translation>
    </message>
    <message>
        <source>The first %1 of %2 machines are compared. Add those that you want on the Machines page.</source>
        <translation>对比 %2 台机器中的前 %1 台。可在“机器”页把需要的机器加入对比。</translation>
    </message>
    <message>
        <source>The compared machines as a report: on paper, as PDF or as a spreadsheet</source>
        <translation>把对比的机器生成报告：打印、PDF 或电子表格</translation>
    </message>
</context>
<context>
    <name>rigwright::ComparisonModel</name>
    <message>
        <source>Fits</source>
        <translation>显存是否足够</translation>
    </message>
    <message>
        <source>Hypothetical</source>
        <translation>假设显存足够</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>最优</translation>
    </message>
    <message>
        <source>%1
(baseline)</source>
        <translation>%1
（基准）</translation>
    </message>
    <message>
        <source>Added to the comparison on %1</source>
        <translation>%1 加入对比</translation>
    </message>
    <message>
        <source>Added to the comparison on %1 with the prices of database %2</source>
        <translation>%1 加入对比，价格取自数据库 %2</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>%1, with a task of its own</source>
        <translation>%1，有自己的任务</translation>
    </message>
</context>
<context>
    <name>rigwright::CostPane</name>
    <message>
        <source>Purchase: %1</source>
        <translation>采购合计：%1</translation>
    </message>
    <message>
        <source>Purchase: no item has a price</source>
        <translation>采购合计：各项均缺价</translation>
    </message>
    <message>
        <source>Each price has a date. Double-click a price to enter your own quote; clear it to use the database price again.</source>
        <translation>价格会过时，每项都注明日期。双击单价可填入您的报价；清空则恢复数据库价格。</translation>
    </message>
    <message>
        <source>renting stays cheaper, or a price is missing</source>
        <translation>租用始终更便宜，或缺少价格</translation>
    </message>
    <message>
        <source>no known rental offer</source>
        <translation>没有已知的租用报价</translation>
    </message>
    <message>
        <source>%1 months at %2 utilization</source>
        <translation>按 %2 利用率约 %1 个月</translation>
    </message>
    <message>
        <source>%1 per GPU and hour</source>
        <translation>每 GPU 每小时 %1</translation>
    </message>
    <message>
        <source>%1 per kWh</source>
        <translation>每千瓦时 %1</translation>
    </message>
    <message>
        <source>for %1</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>samples not set</source>
        <translation>未设置样本数</translation>
    </message>
    <message>
        <source>a lower bound</source>
        <translation>下限</translation>
    </message>
    <message>
        <source>over %1 of use</source>
        <translation>按使用期 %1</translation>
    </message>
    <message>
        <source>Bill of materials</source>
        <translation>物料清单</translation>
    </message>
    <message>
        <source>day of purchase</source>
        <translation>购买日期</translation>
    </message>
    <message>
        <source>choose the day of purchase for a date</source>
        <translation>选择购买日期后显示具体日期</translation>
    </message>
    <message>
        <source>on %1</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>%1 of rent meanwhile</source>
        <translation>期间租金 %1</translation>
    </message>
    <message>
        <source>upload rate not set</source>
        <translation>未设置上传速率</translation>
    </message>
    <message>
        <source>Not in the total: shipping and other costs of your quotes, %1.</source>
        <translation>合计不含报价中的运费与其他费用：%1。</translation>
    </message>
    <message>
        <source>1 item without a price</source>
        <translation>1 项缺价</translation>
    </message>
    <message>
        <source>%1 items without a price</source>
        <translation>%1 项缺价</translation>
    </message>
    <message>
        <source>not chosen: %1</source>
        <translation>未选：%1</translation>
    </message>
    <message>
        <source>Purchase: at least %1 (%2)</source>
        <translation>采购合计：不低于 %1（%2）</translation>
    </message>
</context>
<context>
    <name>rigwright::CostTimePlot</name>
    <message>
        <source>Price vs. time</source>
        <translation>价格 · 时间</translation>
    </message>
    <message>
        <source>One machine. Add another on the Machines page to compare it here.</source>
        <translation>只有一台机器。请在“机器”页再添加一台，即可在此对比。</translation>
    </message>
    <message>
        <source>Down and left is better. Bars show the range of the time; machines on the line are Pareto-optimal for price and time.</source>
        <translation>越靠左下越好。竖线表示时间的区间；虚线上的机器在价格和时间上帕累托最优。</translation>
    </message>
    <message>
        <source>The machines train with different global batches: part of a gain in time comes from the batch.</source>
        <translation>各机器的全局批次不同：时间上的优势部分来自批次。</translation>
    </message>
    <message>
        <source>Machines without a price in this currency, or without a time: %1.</source>
        <translation>没有该币种价格或没有时间估算的机器：%1 台。</translation>
    </message>
    <message>
        <source>No machine has both a price and a time. Enter a dataset and epochs, and prices on the Prices page.</source>
        <translation>没有同时具备价格和时间的机器。请填写数据集与训练轮次，并在“价格”页补全价格。</translation>
    </message>
    <message>
        <source>Purchase price</source>
        <translation>采购金额</translation>
    </message>
    <message>
        <source>Total time (%1)</source>
        <comment>unit</comment>
        <translation>总历时（%1）</translation>
    </message>
    <message>
        <source>%1: does not fit</source>
        <translation>%1：显存不足</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Total time</source>
        <translation>总历时</translation>
    </message>
    <message>
        <source>Lower bound</source>
        <translation>下限</translation>
    </message>
    <message>
        <source>Upper bound</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>显存是否足够</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>区间</translation>
    </message>
    <message>
        <source>Does not fit in memory.</source>
        <translation>显存不足。</translation>
    </message>
    <message>
        <source>Purchase price (%1)</source>
        <comment>currency</comment>
        <translation>采购金额（%1）</translation>
    </message>
    <message>
        <source>Not ranked: the machines have different tasks, so their times are not comparable.</source>
        <translation>不作排名：各机器的任务不同，时间不可比。</translation>
    </message>
</context>
<context>
    <name>rigwright::Drawer</name>
    <message>
        <source>Calculation</source>
        <translation>计算过程</translation>
    </message>
    <message>
        <source>Findings %1</source>
        <translation>检查结果 %1</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭（Esc）</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>rigwright::ExtentNumber</name>
    <message>
        <source>Number of GPUs</source>
        <translation>GPU 数</translation>
    </message>
    <message>
        <source>Image size</source>
        <translation>图像尺寸</translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>Sequence length (tokens per sample)</source>
        <translation>序列长度（每个样本的词元数）</translation>
    </message>
    <message>
        <source>Image height in pixels (width in proportion)</source>
        <translation>图像高度（像素，宽度按比例）</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU 数</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>This model reads no images.</source>
        <translation>该模型不读取图像。</translation>
    </message>
    <message>
        <source>This model reads no sequence of tokens.</source>
        <translation>该模型不读取词元序列。</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 个词元</translation>
    </message>
    <message>
        <source>1 GPU</source>
        <translation>1 个 GPU</translation>
    </message>
    <message>
        <source>%1 GPUs</source>
        <comment>a number of them</comment>
        <translation>%1 个 GPU</translation>
    </message>
    <message>
        <source>%1 × %2 px</source>
        <comment>width and height</comment>
        <translation>%1 × %2 像素</translation>
    </message>
</context>
<context>
    <name>rigwright::ExtentTimePlot</name>
    <message>
        <source>No time estimate. The missing inputs are listed under Findings.</source>
        <translation>没有时间估算。缺少的信息见“检查结果”。</translation>
    </message>
    <message>
        <source>Step time (%1)</source>
        <comment>unit</comment>
        <translation>单步时间（%1）</translation>
    </message>
    <message>
        <source>Step time at %1: %2.</source>
        <translation>%1 时的单步时间：%2。</translation>
    </message>
    <message>
        <source>At %1: %2×.</source>
        <translation>%1 时：%2 倍。</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>Step time vs. image size</source>
        <translation>单步时间 · 图像尺寸</translation>
    </message>
    <message>
        <source>Step time vs. sequence length</source>
        <translation>单步时间 · 序列长度</translation>
    </message>
</context>
<context>
    <name>rigwright::FieldControl</name>
    <message>
        <source>Reset %1</source>
        <translation>将%1恢复默认值</translation>
    </message>
    <message>
        <source>Reset to the default (Ctrl+Delete)</source>
        <translation>恢复默认值（Ctrl+删除键）</translation>
    </message>
</context>
<context>
    <name>rigwright::FieldForm</name>
    <message>
        <source>as usual</source>
        <translation>按惯例</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <source>image size</source>
        <translation>图像尺寸</translation>
    </message>
</context>
<context>
    <name>rigwright::FigureStrip</name>
    <message>
        <source>%1 per run · %2</source>
        <translation>单次 %1 · %2</translation>
    </message>
    <message>
        <source>max. micro-batch %1 in RAM</source>
        <translation>内存允许的最大微批次 %1</translation>
    </message>
    <message>
        <source>max. micro-batch %1</source>
        <translation>最大微批次 %1</translation>
    </message>
    <message>
        <source>number of samples not set</source>
        <translation>未填样本数</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>单步 %1</translation>
    </message>
    <message>
        <source> · epoch %1</source>
        <translation> · 每轮 %1</translation>
    </message>
    <message>
        <source>%1 batches</source>
        <translation>%1 个批次</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 步</translation>
    </message>
    <message>
        <source>goodput %1</source>
        <translation>有效训练时间 %1</translation>
    </message>
    <message>
        <source>of dense peak</source>
        <translation>占稠密峰值</translation>
    </message>
    <message>
        <source>whole site, at the meter</source>
        <translation>全部机器（电表侧）</translation>
    </message>
    <message>
        <source>meets %1</source>
        <translation>满足节拍 %1</translation>
    </message>
    <message>
        <source>misses %1</source>
        <translation>超出节拍 %1</translation>
    </message>
    <message>
        <source>%1 items without a price</source>
        <translation>%1 项缺价</translation>
    </message>
    <message>
        <source>%1 of the step</source>
        <translation>占单步时间 %1</translation>
    </message>
    <message>
        <source>hypothetical · %1</source>
        <translation>假设值 · %1</translation>
    </message>
    <message>
        <source>range %1</source>
        <translation>区间 %1</translation>
    </message>
    <message>
        <source>Memory per GPU</source>
        <translation>单张 GPU 显存</translation>
    </message>
    <message>
        <source>Training time (hypothetical)</source>
        <translation>训练时间（假设显存足够）</translation>
    </message>
    <message>
        <source>Training time</source>
        <translation>训练时间</translation>
    </message>
    <message>
        <source>Purchase price</source>
        <translation>采购金额</translation>
    </message>
    <message>
        <source>Bottleneck</source>
        <translation>瓶颈</translation>
    </message>
    <message>
        <source>Compute</source>
        <comment>a bottleneck, short</comment>
        <translation>算力</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <comment>a bottleneck, short</comment>
        <translation>带宽</translation>
    </message>
    <message>
        <source>Launches</source>
        <comment>a bottleneck, short</comment>
        <translation>内核启动</translation>
    </message>
    <message>
        <source>CPU</source>
        <comment>a bottleneck, short</comment>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Communication</source>
        <comment>a bottleneck, short</comment>
        <translation>通信</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <comment>a bottleneck, short</comment>
        <translation>流水线</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <comment>a bottleneck, short</comment>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Data loading</source>
        <comment>a bottleneck, short</comment>
        <translation>数据加载</translation>
    </message>
    <message>
        <source>%1 too much</source>
        <comment>memory or money</comment>
        <translation>超出 %1</translation>
    </message>
    <message>
        <source>%1 more than %2</source>
        <translation>比可用的 %2 多 %1</translation>
    </message>
    <message>
        <source>%1 late</source>
        <comment>by how much time</comment>
        <translation>晚 %1</translation>
    </message>
    <message>
        <source>%1 over %2</source>
        <comment>a time, the deadline</comment>
        <translation>比期限 %2 多 %1</translation>
    </message>
    <message>
        <source>%1 over the budget</source>
        <translation>超出预算 %1</translation>
    </message>
    <message>
        <source>1 item without a price</source>
        <translation>1 项缺价</translation>
    </message>
    <message>
        <source>usable of %1 on the label</source>
        <translation>标称 %1 中可用</translation>
    </message>
    <message>
        <source>RAM needed</source>
        <translation>所需内存</translation>
    </message>
    <message>
        <source>Max. micro-batch</source>
        <translation>最大微批次</translation>
    </message>
    <message>
        <source>parts not chosen</source>
        <translation>有部件未选</translation>
    </message>
</context>
<context>
    <name>rigwright::FindingRow</name>
    <message>
        <source>Go to the setting</source>
        <translation>转到该设置</translation>
    </message>
    <message>
        <source>Make this change; one undo step reverts it</source>
        <translation>进行此项改动，可一步撤销</translation>
    </message>
</context>
<context>
    <name>rigwright::FindingsPanel</name>
    <message>
        <source>Findings</source>
        <translation>检查结果</translation>
    </message>
    <message>
        <source>No issues found.</source>
        <translation>未发现问题。</translation>
    </message>
</context>
<context>
    <name>rigwright::FixTable</name>
    <message>
        <source>Suggested fixes</source>
        <translation>建议的办法</translation>
    </message>
    <message>
        <source>Ask the advisor…</source>
        <translation>询问选型顾问…</translation>
    </message>
    <message>
        <source>How to make it fit…</source>
        <translation>如何满足显存…</translation>
    </message>
    <message>
        <source>Machines and settings that meet all limits</source>
        <translation>满足全部要求的机器和设置</translation>
    </message>
    <message>
        <source>All fixes that reduce the memory, and what fits on this machine</source>
        <translation>减少显存的所有办法，以及这台机器的可容纳规模</translation>
    </message>
    <message>
        <source>Fits, but the training misses the deadline.</source>
        <translation>显存充足，但训练超出完成期限。</translation>
    </message>
    <message>
        <source>Finding fixes…</source>
        <translation>正在寻找办法…</translation>
    </message>
    <message>
        <source>No single change makes it fit. Try a combination.</source>
        <translation>单项改动不够，请尝试组合。</translation>
    </message>
    <message>
        <source>Each row is one change; undo reverts it.</source>
        <translation>每行是一项改动，可以撤销。</translation>
    </message>
</context>
<context>
    <name>rigwright::FrontPlot</name>
    <message>
        <source>Candidates by cost and time</source>
        <translation>候选配置：费用与时间</translation>
    </message>
    <message>
        <source>Search stopped. “Search again” restarts it.</source>
        <translation>搜索已停止。点“重新搜索”可再次开始。</translation>
    </message>
    <message>
        <source>Searching the hardware database…</source>
        <translation>正在搜索硬件数据库…</translation>
    </message>
    <message>
        <source>No candidate in the hardware database can run this training. The reasons for every GPU are on the right.</source>
        <translation>硬件数据库中没有能完成此训练的候选配置。右侧列出了各 GPU 落选的原因。</translation>
    </message>
    <message>
        <source>Purchase price (%1)</source>
        <translation>采购金额（%1）</translation>
    </message>
    <message>
        <source>Rent for the run (%1)</source>
        <translation>整个训练的租金（%1）</translation>
    </message>
    <message>
        <source>One sample</source>
        <translation>单个样本</translation>
    </message>
    <message>
        <source>outside a limit</source>
        <translation>超出限制</translation>
    </message>
    <message>
        <source>Budget: %1</source>
        <translation>预算：%1</translation>
    </message>
    <message>
        <source>◂ Budget</source>
        <translation>◂ 预算</translation>
    </message>
    <message>
        <source>Deadline: %1</source>
        <translation>期限：%1</translation>
    </message>
    <message>
        <source>▾ Deadline</source>
        <translation>▾ 期限</translation>
    </message>
    <message>
        <source>Down and left is better. Click a candidate to see it, double-click to add it as a machine; drag a limit by its handle.</source>
        <translation>越靠左下越好。单击候选查看详情，双击将其添加为机器；拖动手柄可调整限制。</translation>
    </message>
    <message>
        <source>Candidate</source>
        <translation>候选配置</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Lower bound</source>
        <translation>下限</translation>
    </message>
    <message>
        <source>Upper bound</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>Free memory</source>
        <translation>显存余量</translation>
    </message>
    <message>
        <source>Within limits</source>
        <translation>满足限制</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Input power (kW)</source>
        <translation>整机输入功率（kW）</translation>
    </message>
    <message>
        <source>GPU memory left free (%)</source>
        <translation>显存余量（%）</translation>
    </message>
    <message>
        <source>Up and left is better. Click a candidate to see it, double-click to add it as a machine.</source>
        <translation>越靠左上越好。单击候选查看详情，双击将其添加为机器。</translation>
    </message>
    <message>
        <source>Within all limits</source>
        <translation>满足全部限制</translation>
    </message>
    <message>
        <source>Outside a limit</source>
        <translation>超出限制</translation>
    </message>
    <message>
        <source>Total time</source>
        <translation>总历时</translation>
    </message>
</context>
<context>
    <name>rigwright::GoalsModel</name>
    <message>
        <source>All limits</source>
        <translation>全部上限</translation>
    </message>
    <message>
        <source>Machine %1: %2</source>
        <translation>机器 %1：%2</translation>
    </message>
    <message>
        <source>Goals of each machine</source>
        <translation>各机器的目标</translation>
    </message>
    <message>
        <source>Worst case</source>
        <translation>最坏情况</translation>
    </message>
</context>
<context>
    <name>rigwright::GpuCountPlot</name>
    <message>
        <source>Throughput vs. number of GPUs</source>
        <translation>吞吐量 · GPU 数量</translation>
    </message>
    <message>
        <source>No time estimate. The missing inputs are listed under Findings.</source>
        <translation>没有时间估算。缺少的信息见“检查结果”。</translation>
    </message>
    <message>
        <source>The parallelism settings allow no other number of GPUs. Change them on the left.</source>
        <translation>当前并行设置不允许其他 GPU 数：请在左侧修改。</translation>
    </message>
    <message>
        <source>Samples per second</source>
        <translation>每秒样本数</translation>
    </message>
    <message>
        <source>Ideal</source>
        <translation>理想</translation>
    </message>
    <message>
        <source>Same micro-batch per GPU</source>
        <translation>每张 GPU 微批次不变</translation>
    </message>
    <message>
        <source>Multiple machines →</source>
        <translation>多台机器 →</translation>
    </message>
    <message>
        <source>%1 reach %2 of the ideal throughput.</source>
        <translation>%1 达到理想值的 %2。</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>机器数</translation>
    </message>
    <message>
        <source>Efficiency</source>
        <translation>并行效率</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>全局批次</translation>
    </message>
    <message>
        <source>%1 in %2 machines</source>
        <translation>%1，%2 台机器</translation>
    </message>
    <message>
        <source>At global batch %1</source>
        <translation>全局批次为 %1 时</translation>
    </message>
    <message>
        <source>The global batch grows with them. %1, %2 reach %3.</source>
        <comment>At global batch 2, two GPUs reach 50%</comment>
        <translation>全局批次随之增大。%1，%2 达到 %3。</translation>
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
    <name>rigwright::ImportDialog</name>
    <message>
        <source>Choose the &amp;columns…</source>
        <translation>选择列(&amp;C)…</translation>
    </message>
    <message>
        <source>Import files</source>
        <translation>导入文件</translation>
    </message>
    <message>
        <source>Projects, models, price lists and measurements. Only complete files without errors are imported.</source>
        <translation>项目、模型、价格表与实测结果。只导入完整且无错误的文件。</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>找到的内容</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>&amp;Add files…</source>
        <translation>添加文件(&amp;A)…</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Price list</source>
        <translation>价格表</translation>
    </message>
    <message>
        <source>Measurement</source>
        <translation>实测结果</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Neither a project, a model, a price list nor a measurement.</source>
        <translation>不是项目、模型、价格表或实测结果。</translation>
    </message>
    <message>
        <source>%1 machines: %2</source>
        <translation>%1 台机器：%2</translation>
    </message>
    <message>
        <source>Not imported: the open project is not saved.</source>
        <translation>未导入：当前项目尚未保存。</translation>
    </message>
    <message>
        <source>No new prices.</source>
        <translation>没有新的价格。</translation>
    </message>
    <message>
        <source>The price list could not be saved.</source>
        <translation>价格表未能保存。</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Imported</source>
        <translation>已导入</translation>
    </message>
    <message>
        <source>&amp;Import %1 files</source>
        <translation>导入 %1 个文件(&amp;I)</translation>
    </message>
    <message>
        <source>%1 prices, %2 new</source>
        <translation>%1 个价格，新增 %2 个</translation>
    </message>
    <message>
        <source>&amp;Import 1 file</source>
        <translation>导入 1 个文件(&amp;I)</translation>
    </message>
    <message>
        <source>Enter the &amp;sizes…</source>
        <translation>填写尺寸(&amp;S)…</translation>
    </message>
    <message>
        <source>Dynamic dimensions without a size: %1.</source>
        <translation>动态维度缺少尺寸：%1。</translation>
    </message>
    <message>
        <source>totals and notes skipped: %1</source>
        <translation>已跳过合计、税金或备注行：%1</translation>
    </message>
    <message>
        <source>%1 where no currency is given</source>
        <translation>未注明币种的按 %1</translation>
    </message>
</context>
<context>
    <name>rigwright::ImportRowModel</name>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部件</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>价格</translation>
    </message>
    <message>
        <source>Own price before</source>
        <translation>原自有价格</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
</context>
<context>
    <name>rigwright::InputStrip</name>
    <message>
        <source>Inputs: %1</source>
        <translation>输入项：%1</translation>
    </message>
</context>
<context>
    <name>rigwright::LaunchDialog</name>
    <message>
        <source>No file for these settings:</source>
        <translation>当前设置无法生成文件的原因：</translation>
    </message>
    <message>
        <source>Not covered by this file:</source>
        <translation>文件未包含的内容：</translation>
    </message>
    <message>
        <source>The file covers all settings.</source>
        <translation>文件包含全部设置。</translation>
    </message>
    <message>
        <source>Place the cursor on a line to see the source of its value.</source>
        <translation>把光标放在某一行上，可查看其取值的来源。</translation>
    </message>
    <message>
        <source>Line %1 comes from: %2</source>
        <translation>第 %1 行来自：%2</translation>
    </message>
    <message>
        <source>%1 is written.</source>
        <translation>已写入 %1。</translation>
    </message>
    <message>
        <source>%1 was not written: %2</source>
        <translation>%1 未能写入：%2</translation>
    </message>
    <message>
        <source>Save launch file</source>
        <translation>保存启动文件</translation>
    </message>
    <message>
        <source>Launch files — Rigwright</source>
        <translation>启动文件 — 算力匠</translation>
    </message>
    <message>
        <source>&amp;For:</source>
        <translation>引擎(&amp;F)：</translation>
    </message>
    <message>
        <source>Engine that the file is for</source>
        <translation>文件所面向的引擎</translation>
    </message>
    <message>
        <source>Launch file for this engine: parallelism, batch sizes and number formats. The training program remains yours.</source>
        <translation>该引擎的启动文件：并行度、批次和数值格式。训练程序仍由您编写。</translation>
    </message>
    <message>
        <source>Preview of the launch file</source>
        <translation>启动文件预览</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Save…</source>
        <translation>保存(&amp;S)…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>rigwright::LayerEditor</name>
    <message>
        <source>LeNet-5</source>
        <translation>LeNet-5</translation>
    </message>
    <message>
        <source>Fully connected network</source>
        <translation>全连接网络</translation>
    </message>
    <message>
        <source>Small residual network</source>
        <translation>小型残差网络</translation>
    </message>
    <message>
        <source>AlexNet</source>
        <translation>AlexNet</translation>
    </message>
    <message>
        <source>VGG-16</source>
        <translation>VGG-16</translation>
    </message>
    <message>
        <source>duplicate a layer</source>
        <translation>复制层</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>delete a layer</source>
        <translation>删除层</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>rename a layer</source>
        <translation>重命名层</translation>
    </message>
    <message>
        <source>add a layer</source>
        <translation>添加层</translation>
    </message>
    <message>
        <source>move a layer</source>
        <translation>移动层</translation>
    </message>
    <message>
        <source>start from a known network</source>
        <translation>从已知网络开始</translation>
    </message>
    <message>
        <source>%1 Showing results for the last valid network until this is fixed.</source>
        <translation>%1 修正之前，显示的是上一个有效网络的结果。</translation>
    </message>
    <message>
        <source>Layer %1: %2</source>
        <translation>层 %1：%2</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Function of the layer.</source>
        <translation>该层的作用。</translation>
    </message>
    <message>
        <source>Previous layer</source>
        <translation>前一层</translation>
    </message>
    <message>
        <source>Input of the network</source>
        <translation>网络的输入</translation>
    </message>
    <message>
        <source>Add a layer</source>
        <translation>添加层</translation>
    </message>
    <message>
        <source>Adds a layer after the selected one</source>
        <translation>在当前层之后添加一层</translation>
    </message>
    <message>
        <source>Start from</source>
        <translation>起始网络</translation>
    </message>
    <message>
        <source>Replaces the list with a known network</source>
        <translation>用已知网络替换整个列表</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Layers of the network</source>
        <translation>网络的各层</translation>
    </message>
</context>
<context>
    <name>rigwright::LayerModel</name>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>MACs</source>
        <translation>乘加次数</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>保存量</translation>
    </message>
    <message>
        <source>Double-click or press F2 to name the layer, so that others can refer to it.</source>
        <translation>双击或按 F2 给该层命名，供其他层引用。</translation>
    </message>
    <message>
        <source>Output of one sample: channels × height × width, or numbers in a row.</source>
        <translation>单个样本的输出：通道 × 高 × 宽，或一维向量的长度。</translation>
    </message>
    <message>
        <source>Weights and biases of the layer.</source>
        <translation>该层的权重与偏置。</translation>
    </message>
    <message>
        <source>Forward MACs of one sample; each is two FLOPs.</source>
        <translation>单个样本前向计算的乘加次数，每次乘加为两个 FLOP。</translation>
    </message>
    <message>
        <source>Memory first saved here for the backward pass, whole micro-batch.</source>
        <translation>由该层首先为反向传播保存的显存，按整个微批次计。</translation>
    </message>
    <message>
        <source>%1 G</source>
        <translation>%1 G</translation>
    </message>
    <message>
        <source>%1 M</source>
        <translation>%1 M</translation>
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
        <source>Saved activations, one sample</source>
        <translation>保存的激活值（单样本）</translation>
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
        <source>All trainable</source>
        <translation>全部可训练</translation>
    </message>
    <message>
        <source>%1 trainable</source>
        <translation>其中可训练 %1</translation>
    </message>
    <message>
        <source>At this precision and micro-batch</source>
        <translation>按当前精度与微批次</translation>
    </message>
    <message>
        <source>These are MACs</source>
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
        <source>Copy all operators with exact numbers to the clipboard, for a spreadsheet</source>
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
        <source>By the commonly quoted formula</source>
        <translation>按流传公式计算的参数量</translation>
    </message>
    <message>
        <source>Equal to the sum of the layers</source>
        <translation>与逐层之和完全一致</translation>
    </message>
    <message>
        <source>Three errors</source>
        <translation>有三处错误</translation>
    </message>
    <message>
        <source>Saved: %1 of that</source>
        <translation>实际保存量是它的 %1</translation>
    </message>
</context>
<context>
    <name>rigwright::LayerTableModel</name>
    <message>
        <source>Block</source>
        <translation>块</translation>
    </message>
    <message>
        <source>%1: %2 identical copies, numbers in total</source>
        <translation>%1：%2 个相同的副本，数字为合计</translation>
    </message>
    <message>
        <source>Memory first saved here for the backward pass, whole micro-batch</source>
        <translation>由该层首先为反向传播保存的显存（整个微批次）</translation>
    </message>
    <message>
        <source>Forward MACs of one sample; each is two FLOPs</source>
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
        <translation>乘加次数</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>FLOPs</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>保存量</translation>
    </message>
    <message>
        <source>Saved (bytes)</source>
        <translation>保存量（字节）</translation>
    </message>
    <message>
        <source>%1 ×%2</source>
        <translation>%1 ×%2</translation>
    </message>
</context>
<context>
    <name>rigwright::LessonDesk</name>
    <message>
        <source>Keep as before</source>
        <translation>存为“之前”</translation>
    </message>
    <message>
        <source>Swap before and after</source>
        <translation>互换前后</translation>
    </message>
</context>
<context>
    <name>rigwright::LessonInputs</name>
    <message>
        <source>%1: %2 → %3</source>
        <comment>setting, before, after</comment>
        <translation>%1：%2 → %3</translation>
    </message>
    <message>
        <source>Before and after are the same settings.</source>
        <translation>前后设置相同。</translation>
    </message>
    <message>
        <source>A copy: your project stays as it is</source>
        <translation>这是副本：您的项目保持不变</translation>
    </message>
    <message>
        <source>Width and depth</source>
        <translation>宽度与深度</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>动手试</translation>
    </message>
    <message>
        <source>Switches</source>
        <translation>开关</translation>
    </message>
    <message>
        <source>Before and after</source>
        <translation>前后对比</translation>
    </message>
    <message>
        <source>key B swaps them</source>
        <translation>按 B 键互换</translation>
    </message>
    <message>
        <source>&amp;Keep as before</source>
        <translation>存为“之前”(&amp;K)</translation>
    </message>
    <message>
        <source>S&amp;wap</source>
        <translation>互换(&amp;W)</translation>
    </message>
</context>
<context>
    <name>rigwright::LessonListPage</name>
    <message>
        <source>Lessons</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>&amp;Open lesson</source>
        <translation>打开课程(&amp;O)</translation>
    </message>
</context>
<context>
    <name>rigwright::LessonOutline</name>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Size of a sample</source>
        <translation>样本尺寸</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Training settings</source>
        <translation>训练设置</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Money settings</source>
        <translation>费用设置</translation>
    </message>
    <message>
        <source>Prices</source>
        <translation>价格</translation>
    </message>
    <message>
        <source>%1: at most %2</source>
        <translation>%1：不超过 %2</translation>
    </message>
    <message>
        <source>%1: at least %2</source>
        <translation>%1：不低于 %2</translation>
    </message>
    <message>
        <source>None: try it, then answer the question.</source>
        <translation>无：动手试一试，然后回答问题。</translation>
    </message>
    <message>
        <source>%1 samples, %2 epochs</source>
        <translation>%1 个样本，%2 轮</translation>
    </message>
    <message>
        <source>Settings and figures at the start</source>
        <translation>起始设置与数值</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>调整</translation>
    </message>
    <message>
        <source>Watch</source>
        <translation>观察</translation>
    </message>
    <message>
        <source>Starting point</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>Requirements</source>
        <translation>要求</translation>
    </message>
    <message>
        <source>Goals</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Must stay</source>
        <translation>保持不变</translation>
    </message>
    <message>
        <source>Before and after appear here once the lesson runs. It runs in a copy: your project stays as it is.</source>
        <translation>课程开始后，这里显示前后对比。课程在副本中进行：您的项目保持不变。</translation>
    </message>
</context>
<context>
    <name>rigwright::LessonPage</name>
    <message>
        <source>&amp;Guess</source>
        <translation>猜(&amp;G)</translation>
    </message>
    <message>
        <source>Your guess</source>
        <translation>您的猜测</translation>
    </message>
    <message>
        <source>Enter a number above zero first.</source>
        <translation>请先输入大于零的数。</translation>
    </message>
    <message>
        <source>It is %1. Your guess is %2 away: good.</source>
        <translation>答案是 %1。您的猜测相差 %2：不错。</translation>
    </message>
    <message>
        <source>It is %1. Your guess is %2 away.</source>
        <translation>答案是 %1。您的猜测相差 %2。</translation>
    </message>
    <message>
        <source>Hint: %1</source>
        <translation>提示：%1</translation>
    </message>
    <message>
        <source>Choose an answer first.</source>
        <translation>请先选择一个答案。</translation>
    </message>
    <message>
        <source>Right.</source>
        <translation>正确。</translation>
    </message>
    <message>
        <source>Not quite. A hint opens the calculation.</source>
        <translation>不太对。点“提示”可打开计算过程。</translation>
    </message>
    <message>
        <source>%1 %2: not known for these settings</source>
        <translation>%1 %2：此设置下未知</translation>
    </message>
    <message>
        <source>%1 %2: at most %3; now %4</source>
        <translation>%1 %2：至多 %3；目前 %4</translation>
    </message>
    <message>
        <source>%1 %2: at least %3; now %4</source>
        <translation>%1 %2：至少 %3；目前 %4</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>课程内容</translation>
    </message>
    <message>
        <source>Lesson %1 of %2</source>
        <translation>第 %1 课，共 %2 课</translation>
    </message>
    <message>
        <source>&amp;Leave</source>
        <translation>离开(&amp;L)</translation>
    </message>
    <message>
        <source>Remove the copy and show the project again</source>
        <translation>移除副本，重新显示项目</translation>
    </message>
    <message>
        <source>Guess first</source>
        <translation>先猜一猜</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>动手试</translation>
    </message>
    <message>
        <source>Reach the goals</source>
        <translation>达成目标</translation>
    </message>
    <message>
        <source>Answer the question</source>
        <translation>回答问题</translation>
    </message>
    <message>
        <source>Start the lesson first: it runs in a copy of its own.</source>
        <translation>请先开始课程：它在单独的副本中进行。</translation>
    </message>
    <message>
        <source>&amp;Start again</source>
        <translation>重新开始(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Start in a copy</source>
        <translation>在副本中开始(&amp;S)</translation>
    </message>
    <message>
        <source>A copy: your project stays as it is</source>
        <translation>这是副本：您的项目保持不变</translation>
    </message>
    <message>
        <source>✕ %1 must stay as it was at the start</source>
        <translation>✕ %1 须保持开始时的值</translation>
    </message>
    <message>
        <source>Answe&amp;r</source>
        <translation>回答(&amp;R)</translation>
    </message>
</context>
<context>
    <name>rigwright::LimitsPanel</name>
    <message>
        <source>Peak compute and compute of the run</source>
        <translation>整机峰值算力与总计算量</translation>
    </message>
    <message>
        <source>Peaks do not add up: GPUs compute the step, CPUs load data and launch kernels.</source>
        <translation>峰值不能相加：GPU 负责计算，CPU 负责加载数据和启动内核。</translation>
    </message>
    <message>
        <source>The CPU computes, loads data and launches the operators.</source>
        <translation>CPU 负责计算、加载数据并启动算子。</translation>
    </message>
    <message>
        <source>Select the CPU to see its peak and the sum.</source>
        <translation>选定 CPU 后可查看其峰值与总和。</translation>
    </message>
    <message>
        <source>%1 = %2 petaflop/s-days</source>
        <comment>compute of a run in FLOPs, then in PF-days</comment>
        <translation>%1 = %2 PFLOP/s·天</translation>
    </message>
    <message>
        <source>No time estimate. The missing inputs are listed under Findings.</source>
        <translation>没有时间估算。缺少的信息见“检查结果”。</translation>
    </message>
    <message>
        <source>Bottleneck: %1 (%2 of step time)</source>
        <translation>瓶颈：%1（占单步时间 %2）</translation>
    </message>
    <message>
        <source>No other bottleneck.</source>
        <translation>没有其他瓶颈。</translation>
    </message>
    <message>
        <source>Next: %1, %2</source>
        <translation>其次：%1，%2</translation>
    </message>
    <message>
        <source>Step time if one component were 2× faster</source>
        <translation>单项提速一倍后的单步时间</translation>
    </message>
    <message>
        <source>−%1</source>
        <translation>−%1</translation>
    </message>
    <message>
        <source>No effect</source>
        <translation>无效果</translation>
    </message>
    <message>
        <source>Doubling any single one hardly changes the step time.</source>
        <translation>单独加倍其中任何一项都几乎不改变单步时间。</translation>
    </message>
    <message>
        <source>From ideal time (FLOPs ÷ peak) to step time</source>
        <translation>从理论时间（FLOPs ÷ 峰值）到单步时间</translation>
    </message>
    <message>
        <source>Micro-batch %1 reaches %2 of the best throughput</source>
        <translation>微批次 %1 达到最高吞吐量的 %2</translation>
    </message>
    <message>
        <source>Bottleneck</source>
        <translation>瓶颈</translation>
    </message>
</context>
<context>
    <name>rigwright::MachineDialog</name>
    <message>
        <source>this machine</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>Hardware reported by the operating system. Checked items are applied to the machine; all settings can be changed afterwards.</source>
        <translation>操作系统报告的硬件如下。勾选的各项会写入机器，之后每项设置都可以修改。</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部件</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>识别结果</translation>
    </message>
    <message>
        <source>Proposed</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>rigwright::MachinesPage</name>
    <message>
        <source>%1, with a task of its own</source>
        <translation>%1，有自己的任务</translation>
    </message>
    <message>
        <source>In comparison</source>
        <translation>已加入对比</translation>
    </message>
    <message>
        <source>Add to comparison</source>
        <translation>加入对比</translation>
    </message>
    <message>
        <source>More for %1</source>
        <translation>%1 的更多操作</translation>
    </message>
    <message>
        <source>Name of the machine</source>
        <translation>机器名称</translation>
    </message>
    <message>
        <source>+ Machine</source>
        <translation>+ 机器</translation>
    </message>
    <message>
        <source>+ Prices from a quote</source>
        <translation>+ 报价中的价格</translation>
    </message>
    <message>
        <source>+ This computer</source>
        <translation>+ 本机</translation>
    </message>
    <message>
        <source>Rent: no known offer</source>
        <translation>租用：无已知报价</translation>
    </message>
    <message>
        <source>Rent: %1 per run, %2 per GPU and hour</source>
        <translation>租用：每次训练 %1，每 GPU 每小时 %2</translation>
    </message>
    <message>
        <source>Rent: %1 per GPU and hour</source>
        <translation>租用：每 GPU 每小时 %1</translation>
    </message>
    <message>
        <source>Bill and prices</source>
        <translation>物料清单与价格</translation>
    </message>
</context>
<context>
    <name>rigwright::MainWindow</name>
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
        <source>Unnamed project</source>
        <translation>未命名项目</translation>
    </message>
    <message>
        <source>%1 was deleted. Undo restores it.</source>
        <translation>已删除 %1。撤销可恢复。</translation>
    </message>
    <message>
        <source>Prices of %1</source>
        <translation>价格数据：%1</translation>
    </message>
    <message>
        <source>Plot</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入项</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>已修改</translation>
    </message>
    <message>
        <source>example</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>saved</source>
        <translation>已保存</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>指南</translation>
    </message>
    <message>
        <source>Nothing chosen yet. Answer what you know; an empty answer sets no limit.</source>
        <translation>尚未选择任何内容。填写已知的内容，留空表示不设上限。</translation>
    </message>
    <message>
        <source>Files imported: %1</source>
        <translation>已导入文件：%1</translation>
    </message>
</context>
<context>
    <name>rigwright::MeasuredPage</name>
    <message>
        <source>Estimated %1 →</source>
        <translation>估算值 %1 →</translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation>显存不足</translation>
    </message>
    <message>
        <source>“%1” isn&apos;t a valid idle GPU memory. Expected: a number above zero, or empty.</source>
        <translation>“%1”不是有效的空闲显存。应为：大于零的数，或留空。</translation>
    </message>
    <message>
        <source>remove all measurements</source>
        <translation>删除全部测量结果</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>当前机器</translation>
    </message>
    <message>
        <source>Measurements</source>
        <translation>实测值</translation>
    </message>
    <message>
        <source>Enter values measured on this machine, at any micro-batch. They calibrate the estimate and narrow its range.</source>
        <translation>输入在这台机器上的实测值，微批次不限。估算会据此校准，区间随之收窄。</translation>
    </message>
    <message>
        <source>GPU memory of an empty process (CUDA context)</source>
        <translation>空进程在 GPU 上占用的显存（CUDA 上下文）</translation>
    </message>
    <message>
        <source>Estimated</source>
        <translation>估算值</translation>
    </message>
    <message>
        <source>Idle GPU memory (CUDA context)</source>
        <translation>空闲显存（CUDA 上下文）</translation>
    </message>
    <message>
        <source>Memor&amp;y in</source>
        <translation>显存单位(&amp;Y)</translation>
    </message>
    <message>
        <source>Unit of memory</source>
        <translation>显存单位</translation>
    </message>
    <message>
        <source>&amp;Steps in</source>
        <translation>单步时间单位(&amp;S)</translation>
    </message>
    <message>
        <source>Unit of step times</source>
        <translation>单步时间单位</translation>
    </message>
    <message>
        <source>Measurements of this machine</source>
        <translation>当前机器的实测值</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>删除(&amp;R)</translation>
    </message>
    <message>
        <source>Remove the selected measurements</source>
        <translation>删除所选的测量结果</translation>
    </message>
    <message>
        <source>Remove a&amp;ll</source>
        <translation>全部删除(&amp;L)</translation>
    </message>
    <message>
        <source>Remove all calibration; one undo step restores the measurements</source>
        <translation>移除全部校准；撤销一步即可恢复实测值</translation>
    </message>
    <message>
        <source>E&amp;xport measuring script…</source>
        <translation>导出测量脚本(&amp;X)…</translation>
    </message>
    <message>
        <source>Im&amp;port measurement…</source>
        <translation>导入测量结果(&amp;P)…</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>带来的变化</translation>
    </message>
    <message>
        <source>Memory per GPU</source>
        <translation>单张 GPU 显存</translation>
    </message>
    <message>
        <source>Max. micro-batch</source>
        <translation>最大微批次</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>Training time</source>
        <translation>训练时间</translation>
    </message>
    <message>
        <source>Max. micro-batch by GPU</source>
        <translation>各 GPU 的最大微批次</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Usable</source>
        <translation>可用</translation>
    </message>
    <message>
        <source>Calibrated</source>
        <translation>已校准</translation>
    </message>
    <message>
        <source>Linear fit of measurements</source>
        <translation>实测值线性拟合</translation>
    </message>
    <message>
        <source>Measurements and their effect</source>
        <translation>实测及其影响</translation>
    </message>
    <message>
        <source>Idle &amp;GPU memory:</source>
        <translation>空闲显存(&amp;G)：</translation>
    </message>
    <message>
        <source>Add a meas&amp;urement</source>
        <translation>添加测量结果(&amp;U)</translation>
    </message>
    <message>
        <source> (%1)</source>
        <comment>a range</comment>
        <translation>（%1）</translation>
    </message>
</context>
<context>
    <name>rigwright::MeasurementFiles</name>
    <message>
        <source>Export measuring script</source>
        <translation>导出测量脚本</translation>
    </message>
    <message>
        <source>Python scripts (*.py)</source>
        <translation>Python 脚本 (*.py)</translation>
    </message>
    <message>
        <source>Import measurement</source>
        <translation>导入测量结果</translation>
    </message>
    <message>
        <source>Results of measuring scripts (*.json)</source>
        <translation>测量脚本的结果 (*.json)</translation>
    </message>
    <message>
        <source>%1 was not written. %2</source>
        <translation>%1 未写出。%2</translation>
    </message>
    <message>
        <source>%1 was not written: %2</source>
        <translation>%1 未写出：%2</translation>
    </message>
    <message>
        <source>%1 is written. Run it where the training will run (“python3 %1”), then import the rigwright-measurement.json that it writes.</source>
        <translation>%1 已写出。请在将要训练的机器上运行（“python3 %1”），然后导入它写出的 rigwright-measurement.json。</translation>
    </message>
    <message>
        <source>%1 was not imported.</source>
        <translation>%1 未导入。</translation>
    </message>
    <message>
        <source>import a measurement</source>
        <translation>导入测量结果</translation>
    </message>
    <message>
        <source>Measured on %1: the estimate is calibrated with it. See Calibrate with measurements for details or to remove it.</source>
        <translation>测于 %1：估算已据此校准。可在“用实测校准”中查看或删除。</translation>
    </message>
    <message>
        <source>The list of measurements is damaged and was not changed.</source>
        <translation>实测值列表已损坏，未作改动。</translation>
    </message>
    <message>
        <source>The list of measurements was not written: %1</source>
        <translation>实测值列表未能写出：%1</translation>
    </message>
</context>
<context>
    <name>rigwright::MeasurementList</name>
    <message>
        <source>All imported results, newest first, with the uncalibrated estimate. The list stays on this computer: %1</source>
        <translation>所有导入的结果，新的在前，并列出未校准的估算值。该列表只保存在这台电脑上：%1</translation>
    </message>
    <message>
        <source>The list of measurements is damaged and was not changed.</source>
        <translation>实测值列表已损坏，未作改动。</translation>
    </message>
    <message>
        <source>Measurements</source>
        <translation>实测值</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation>微批次</translation>
    </message>
    <message>
        <source>Step time, measured</source>
        <translation>单步时间（实测）</translation>
    </message>
    <message>
        <source>Step time, estimated</source>
        <translation>单步时间（估算）</translation>
    </message>
    <message>
        <source>Peak memory, measured</source>
        <translation>显存峰值（实测）</translation>
    </message>
    <message>
        <source>Peak memory, estimated</source>
        <translation>显存峰值（估算）</translation>
    </message>
    <message>
        <source>Peak source</source>
        <translation>峰值来源</translation>
    </message>
</context>
<context>
    <name>rigwright::MeasurementModel</name>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>Memory and time</source>
        <translation>显存和时间</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>None</source>
        <translation>不校准</translation>
    </message>
    <message>
        <source>Enter a step time or a peak here to add a measurement</source>
        <translation>在此输入单步时间或峰值即可添加实测值</translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation>微批次</translation>
    </message>
    <message>
        <source>Step time (%1)</source>
        <translation>单步时间（%1）</translation>
    </message>
    <message>
        <source>Step time: estimated → calibrated</source>
        <translation>单步时间：估算 → 已校准</translation>
    </message>
    <message>
        <source>Peak memory (%1)</source>
        <translation>显存峰值（%1）</translation>
    </message>
    <message>
        <source>Peak source</source>
        <translation>峰值来源</translation>
    </message>
    <message>
        <source>Peak memory: estimated → calibrated</source>
        <translation>显存峰值：估算 → 已校准</translation>
    </message>
    <message>
        <source>Calibrates</source>
        <translation>校准</translation>
    </message>
    <message>
        <source>Time and place</source>
        <translation>时间与地点</translation>
    </message>
    <message>
        <source>“%1” isn&apos;t a valid value for “%2”. Expected: a number above zero.</source>
        <translation>“%1”不是“%2”的有效值。应为：大于零的数。</translation>
    </message>
    <message>
        <source>A measurement needs a step time or a peak.</source>
        <translation>实测值需要单步时间或峰值。</translation>
    </message>
    <message>
        <source>A machine has at most %1 measurements.</source>
        <translation>一台机器最多 %1 条实测值。</translation>
    </message>
    <message>
        <source>enter a measurement</source>
        <translation>输入测量结果</translation>
    </message>
    <message>
        <source>remove a measurement</source>
        <translation>删除测量结果</translation>
    </message>
</context>
<context>
    <name>rigwright::MemoryPlot</name>
    <message>
        <source>Memory vs. image size</source>
        <translation>显存 · 图像尺寸</translation>
    </message>
    <message>
        <source>Memory vs. sequence length</source>
        <translation>显存 · 序列长度</translation>
    </message>
    <message>
        <source>All sizes shown fit in the usable %1 of a GPU.</source>
        <translation>图中所有尺寸都不超过每张 GPU 可用的 %1 显存。</translation>
    </message>
    <message>
        <source>None of these sizes fits safely in the usable %1 of a GPU.</source>
        <translation>这些尺寸都不能稳妥放入每张 GPU 可用的 %1 显存。</translation>
    </message>
    <message>
        <source>Images up to %1 fit in the usable %2 of a GPU.</source>
        <translation>图像不超过 %1 时，每张 GPU 可用的 %2 显存足够。</translation>
    </message>
    <message>
        <source>All lengths shown fit in the usable %1 of a GPU.</source>
        <translation>图中所有长度都不超过每张 GPU 可用的 %1 显存。</translation>
    </message>
    <message>
        <source>None of these lengths fits safely in the usable %1 of a GPU.</source>
        <translation>这些长度都不能稳妥放入每张 GPU 可用的 %1 显存。</translation>
    </message>
    <message>
        <source>Sequences up to %1 fit in the usable %2 of a GPU.</source>
        <translation>序列不超过 %1 时，每张 GPU 可用的 %2 显存足够。</translation>
    </message>
    <message>
        <source>Memory vs. micro-batch size</source>
        <translation>显存 · 微批次大小</translation>
    </message>
    <message>
        <source>No memory estimate.</source>
        <translation>没有显存估算。</translation>
    </message>
    <message>
        <source>Memory per GPU (%1)</source>
        <translation>单张 GPU 显存（%1）</translation>
    </message>
    <message>
        <source>Memory (%1)</source>
        <translation>内存（%1）</translation>
    </message>
    <message>
        <source>usable %1</source>
        <translation>可用 %1</translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation>显存不足</translation>
    </message>
    <message>
        <source>Largest that fits: %1</source>
        <translation>最大可用：%1</translation>
    </message>
    <message>
        <source>All values shown fit in the usable %1 of RAM.</source>
        <translation>图中数值均不超过可用的 %1 内存。</translation>
    </message>
    <message>
        <source>None of these values fits safely in the usable %1 of RAM.</source>
        <translation>这些数值在可用的 %1 内存中都放不稳妥。</translation>
    </message>
    <message>
        <source>Values up to %1 fit in the usable %2 of RAM.</source>
        <translation>可用的 %2 内存中最大可放下 %1。</translation>
    </message>
    <message>
        <source>All micro-batches shown fit in the usable %1 of a GPU.</source>
        <translation>图中所有微批次都不超过每张 GPU 可用的 %1 显存。</translation>
    </message>
    <message>
        <source>Even a micro-batch of 1 does not fit safely in the usable %1 of a GPU.</source>
        <translation>微批次为 1 时也不能稳妥放入每张 GPU 可用的 %1 显存。</translation>
    </message>
    <message>
        <source>Micro-batches up to %1 fit in the usable %2 of a GPU.</source>
        <translation>微批次不超过 %1 时，每张 GPU 可用的 %2 显存足够。</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Calibrated total</source>
        <translation>已校准的合计</translation>
    </message>
    <message>
        <source>Memory needed</source>
        <translation>所需内存</translation>
    </message>
    <message>
        <source>Memory per GPU</source>
        <translation>单张 GPU 显存</translation>
    </message>
    <message>
        <source>%1 %2 · max. %3</source>
        <comment>a machine&apos;s letter, what it can use, its largest batch</comment>
        <translation>%1 %2 · 最大 %3</translation>
    </message>
    <message>
        <source>max. %1</source>
        <translation>最大 %1</translation>
    </message>
</context>
<context>
    <name>rigwright::MemoryStagePlot</name>
    <message>
        <source>Memory per pipeline stage</source>
        <translation>各流水线阶段显存</translation>
    </message>
    <message>
        <source>All layers</source>
        <translation>全部层</translation>
    </message>
    <message>
        <source>First stage</source>
        <translation>第一阶段</translation>
    </message>
    <message>
        <source>Last stage</source>
        <translation>最后阶段</translation>
    </message>
    <message>
        <source>Middle stages</source>
        <translation>中间阶段</translation>
    </message>
    <message>
        <source>Every GPU stores all layers: %1.</source>
        <translation>每张 GPU 都保存全部层：%1。</translation>
    </message>
    <message>
        <source>Most memory: %1, %2. Least: %3, %4.</source>
        <translation>占用最多：%1，%2；最少：%3，%4。</translation>
    </message>
    <message>
        <source>No memory estimate.</source>
        <translation>没有显存估算。</translation>
    </message>
    <message>
        <source>GPUs by their layers</source>
        <translation>按所存层划分的 GPU</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>%1 · layers: %2</source>
        <translation>%1 · 层数：%2</translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation>显存不足</translation>
    </message>
</context>
<context>
    <name>rigwright::MemoryTimelinePlot</name>
    <message>
        <source>Memory timeline</source>
        <translation>显存时间线</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>phase, layer</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Peak: %1 (%2). Usable: %3.</source>
        <translation>峰值 %1，出现在%2。可用：%3。</translation>
    </message>
    <message>
        <source>No memory estimate.</source>
        <translation>没有显存估算。</translation>
    </message>
    <message>
        <source>Operators in order of execution</source>
        <translation>按执行顺序排列的算子</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>All tensors</source>
        <translation>张量合计</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>Outside tensors</source>
        <translation>张量以外</translation>
    </message>
    <message>
        <source>Peak: %1
%2</source>
        <translation>峰值：%1
%2</translation>
    </message>
</context>
<context>
    <name>rigwright::ModelComparisonPage</name>
    <message>
        <source>On the current machine and dataset at micro-batch %1, each model with its usual input: %2 of %3 fit. MACs and FLOPs are for one sample, forward.</source>
        <translation>在当前机器和数据集上，微批次为 %1，各模型采用各自通常的输入：%3 个模型中有 %2 个显存充足。MAC 与 FLOP 均为单样本前向。</translation>
    </message>
    <message>
        <source>choose a model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Any: the usual architectures</source>
        <translation>不限：常见架构</translation>
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
        <source>Type any part of a model&apos;s name to add it to the list.</source>
        <translation>输入模型名称的任意部分，把它加入列表。</translation>
    </message>
    <message>
        <source>Compared models</source>
        <translation>参与对比的模型</translation>
    </message>
    <message>
        <source>&amp;Use this model</source>
        <translation>采用此模型(&amp;U)</translation>
    </message>
    <message>
        <source>Use the selected model in the project; one undo step restores the old one</source>
        <translation>在项目中使用选中的模型；撤销一步即可恢复原来的模型</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>移除(&amp;R)</translation>
    </message>
    <message>
        <source>Remove the selected models from the list</source>
        <translation>把选中的模型移出列表</translation>
    </message>
    <message>
        <source>Copy all rows with exact numbers to the clipboard, for a spreadsheet</source>
        <translation>把所有行的精确数字复制到剪贴板，可粘贴到电子表格</translation>
    </message>
    <message>
        <source>Add a model:</source>
        <translation>添加模型：</translation>
    </message>
    <message>
        <source>Models for the tas&amp;k:</source>
        <translation>按任务列出模型(&amp;K)：</translation>
    </message>
    <message>
        <source>Cop&amp;y table</source>
        <translation>复制表格(&amp;Y)</translation>
    </message>
</context>
<context>
    <name>rigwright::ModelComparisonTable</name>
    <message>
        <source>Own model</source>
        <translation>自有模型</translation>
    </message>
    <message>
        <source>%1 (current)</source>
        <translation>%1（当前）</translation>
    </message>
    <message>
        <source>Hypothetical: does not fit</source>
        <translation>假设显存足够</translation>
    </message>
    <message>
        <source>Bottleneck: %1</source>
        <translation>瓶颈：%1</translation>
    </message>
    <message>
        <source>Forward MACs of one sample; each is two FLOPs</source>
        <translation>单样本前向的乘加次数，一次乘加等于两个 FLOP</translation>
    </message>
    <message>
        <source>Largest micro-batch that fits on this machine</source>
        <translation>这台机器显存允许的最大微批次</translation>
    </message>
    <message>
        <source>Memory per GPU at the current micro-batch</source>
        <translation>按当前微批次，单张 GPU 所需的显存</translation>
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
        <translation>乘加次数</translation>
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
        <translation>判定</translation>
    </message>
    <message>
        <source>Max. micro-batch</source>
        <translation>最大微批次</translation>
    </message>
    <message>
        <source>Step time (range)</source>
        <translation>单步时间（区间）</translation>
    </message>
    <message>
        <source>Epoch time</source>
        <translation>每轮时间</translation>
    </message>
    <message>
        <source>Training time</source>
        <translation>训练时间</translation>
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
        <source>Step time (s)</source>
        <translation>单步时间（秒）</translation>
    </message>
    <message>
        <source>Lower bound (s)</source>
        <translation>下限（秒）</translation>
    </message>
    <message>
        <source>Upper bound (s)</source>
        <translation>上限（秒）</translation>
    </message>
    <message>
        <source>Epoch time (s)</source>
        <translation>每轮时间（秒）</translation>
    </message>
    <message>
        <source>Training time (s)</source>
        <translation>训练时间（秒）</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>a time and its range</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>range %1</source>
        <translation>区间 %1</translation>
    </message>
</context>
<context>
    <name>rigwright::ModelImporter</name>
    <message>
        <source>and %1 more</source>
        <translation>以及另外 %1 项</translation>
    </message>
    <message>
        <source>Import a model</source>
        <translation>导入模型</translation>
    </message>
    <message>
        <source>Models (*.onnx *.safetensors config.json *.index.json);;All files (*)</source>
        <translation>模型 (*.onnx *.safetensors config.json *.index.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Reading %1…</source>
        <translation>正在读取 %1…</translation>
    </message>
    <message>
        <source>import a model</source>
        <translation>导入模型</translation>
    </message>
    <message>
        <source>%1 of %2 nodes counted.</source>
        <translation>%2 个节点中已计入 %1 个。</translation>
    </message>
    <message>
        <source>Not counted: %1.</source>
        <translation>未计入：%1。</translation>
    </message>
    <message>
        <source>%1, imported as an editable model.</source>
        <translation>%1，已转为可修改的模型结构。</translation>
    </message>
    <message>
        <source>Not used: %1.</source>
        <translation>未采用：%1。</translation>
    </message>
    <message>
        <source>%1 was not imported.</source>
        <translation>未能导入 %1。</translation>
    </message>
    <message>
        <source>Only weights: memory of weights and optimizer is exact, compute and activations are not counted.</source>
        <translation>只含权重：权重与优化器的显存是准确的，计算量和激活值未计入。</translation>
    </message>
</context>
<context>
    <name>rigwright::ModelPanel</name>
    <message>
        <source>Edit the layers</source>
        <translation>编辑各层</translation>
    </message>
</context>
<context>
    <name>rigwright::ModelPicker</name>
    <message>
        <source>choose a model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>A published model, a model family, your own network or a model file. Type any part of a name, a task or a purpose.</source>
        <translation>已发布的模型、可自定结构的模型族、自己搭建的网络或模型文件。可输入名称、任务或用途中的任意部分进行查找。</translation>
    </message>
</context>
<context>
    <name>rigwright::ModelSizesDialog</name>
    <message>
        <source>&amp;Import</source>
        <translation>导入(&amp;I)</translation>
    </message>
    <message>
        <source>Model input sizes</source>
        <translation>模型输入尺寸</translation>
    </message>
    <message>
        <source>%1 has dynamic dimensions. Enter the sizes to estimate the model with.</source>
        <translation>%1 含动态维度，请填写估算所用的尺寸。</translation>
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
    <name>rigwright::Notices</name>
    <message>
        <source>This is an example. Change any setting to see the effect, or start with:</source>
        <translation>这是一个示例。改动任意设置即可看到效果，也可以从这里开始：</translation>
    </message>
    <message>
        <source>Rigwright crashed twice during startup, so the saved window layout was not restored.</source>
        <translation>程序连续两次在启动时意外结束，因此没有恢复保存的窗口布局。</translation>
    </message>
    <message>
        <source>Rigwright crashed twice during startup, so the saved window layout and the file “%1” were not restored.</source>
        <translation>程序连续两次在启动时意外结束，因此没有恢复保存的窗口布局，也没有打开文件“%1”。</translation>
    </message>
    <message>
        <source>Choose my model</source>
        <translation>选择我的模型</translation>
    </message>
    <message>
        <source>Enter my dataset</source>
        <translation>填写我的数据</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
</context>
<context>
    <name>rigwright::OfferModel</name>
    <message>
        <source>Part</source>
        <translation>部件</translation>
    </message>
    <message>
        <source>Shipping and other costs</source>
        <translation>运费与其他费用</translation>
    </message>
    <message>
        <source>Delivery</source>
        <translation>交货</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>no longer valid</source>
        <translation>已过有效期</translation>
    </message>
    <message>
        <source>for %1 only</source>
        <translation>仅供 %1 件</translation>
    </message>
    <message>
        <source>in the bill</source>
        <translation>清单采用</translation>
    </message>
    <message>
        <source>lowest</source>
        <translation>最低</translation>
    </message>
    <message>
        <source>price of %1</source>
        <translation>采用 %1 的价格</translation>
    </message>
    <message>
        <source>parts without an offer: %1</source>
        <translation>%1 项无报价</translation>
    </message>
    <message>
        <source>per TB, in drives of %1</source>
        <translation>每 TB，按 %1 整盘出售</translation>
    </message>
</context>
<context>
    <name>rigwright::OverviewPage</name>
    <message>
        <source>◉ Calibrated: memory, time</source>
        <translation>◉ 已校准：显存、时间</translation>
    </message>
    <message>
        <source>◉ Calibrated: memory</source>
        <translation>◉ 已校准：显存</translation>
    </message>
    <message>
        <source>◉ Calibrated: time</source>
        <translation>◉ 已校准：时间</translation>
    </message>
    <message>
        <source>Your measurements calibrate these numbers: show them and their effect</source>
        <translation>您的实测校准了这些数值：查看实测及其影响</translation>
    </message>
</context>
<context>
    <name>rigwright::OwnPartsModel</name>
    <message>
        <source>Not used: see the remarks</source>
        <translation>未采用：见备注</translation>
    </message>
    <message>
        <source>Custom part, with remarks</source>
        <translation>自定义部件，有备注</translation>
    </message>
    <message>
        <source>Custom part</source>
        <translation>自定义部件</translation>
    </message>
    <message>
        <source>Custom values: %1, with remarks</source>
        <translation>自定义数值：%1，有备注</translation>
    </message>
    <message>
        <source>Custom values: %1</source>
        <translation>自定义数值：%1</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
</context>
<context>
    <name>rigwright::OwnPriceModel</name>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <source>%1 (expired)</source>
        <translation>%1（已过期）</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部件</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>价格</translation>
    </message>
    <message>
        <source>Currency</source>
        <translation>币种</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Supplier</source>
        <translation>供应商</translation>
    </message>
    <message>
        <source>With tax</source>
        <translation>含税</translation>
    </message>
    <message>
        <source>Tax rate</source>
        <translation>税率</translation>
    </message>
    <message>
        <source>Warranty, months</source>
        <translation>质保（月）</translation>
    </message>
    <message>
        <source>Valid until</source>
        <translation>有效期至</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Price list</source>
        <translation>价格表</translation>
    </message>
    <message>
        <source>Database price</source>
        <translation>数据库价格</translation>
    </message>
    <message>
        <source>edit a price</source>
        <translation>修改价格</translation>
    </message>
    <message>
        <source>delete prices</source>
        <translation>删除价格</translation>
    </message>
    <message>
        <source>Manually entered</source>
        <translation>手工录入</translation>
    </message>
    <message>
        <source>add a price</source>
        <translation>添加价格</translation>
    </message>
    <message>
        <source>Another of your prices is used for this part: %1 (%2)</source>
        <translation>该部件以您的另一个价格为准：%1（%2）</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>For a drive of</source>
        <translation>对应硬盘容量</translation>
    </message>
</context>
<context>
    <name>rigwright::Palette</name>
    <message>
        <source>Find anything</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>查找结果</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>没有找到</translation>
    </message>
    <message>
        <source>A page, command, input, part, model or chapter of the guide</source>
        <translation>页面、命令、输入、部件、模型或指南章节</translation>
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
    <message>
        <source>“%1” is not a number above %2, at most %3.</source>
        <translation>“%1”不是大于 %2 且不超过 %3 的数。</translation>
    </message>
</context>
<context>
    <name>rigwright::PartsBar</name>
    <message>
        <source>%1 · MFU %2</source>
        <translation>%1 · MFU %2</translation>
    </message>
    <message>
        <source>%1 of %2 usable</source>
        <translation>占可用 %2 的 %1</translation>
    </message>
    <message>
        <source>Temp. buffers</source>
        <translation>临时缓冲</translation>
    </message>
    <message>
        <source>Comm. buffers</source>
        <translation>通信缓冲</translation>
    </message>
    <message>
        <source>Framework</source>
        <translation>框架开销</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Pipeline wait</source>
        <translation>流水线等待</translation>
    </message>
    <message>
        <source>Data loading</source>
        <translation>数据加载</translation>
    </message>
    <message>
        <source>CPU launch</source>
        <translation>CPU 启动内核</translation>
    </message>
    <message>
        <source>Memory breakdown</source>
        <translation>内存构成</translation>
    </message>
    <message>
        <source>GPU memory breakdown</source>
        <translation>显存构成</translation>
    </message>
    <message>
        <source>Step breakdown</source>
        <translation>单步时间构成</translation>
    </message>
    <message>
        <source>Not yet</source>
        <translation>尚无</translation>
    </message>
    <message>
        <source>Memory peaks before the gradients exist (%1). After the backward pass they take %2.</source>
        <translation>显存峰值出现在产生梯度之前（%1）。反向传播之后，梯度占用 %2。</translation>
    </message>
    <message>
        <source>Freed</source>
        <translation>已释放</translation>
    </message>
    <message>
        <source>Memory peaks after the backward pass has freed the activations (%1).</source>
        <translation>显存峰值出现在反向传播释放激活值之后（%1）。</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>No memory of this kind.</source>
        <translation>没有这类占用。</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <comment>before, after</comment>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>%1%2 (%1%3)</source>
        <comment>sign, amount, share</comment>
        <translation>%1%2（%1%3）</translation>
    </message>
</context>
<context>
    <name>rigwright::PartsPage</name>
    <message>
        <source>Choose a part on the left to see and edit its fields.</source>
        <translation>在左侧选择部件以查看和修改其字段。</translation>
    </message>
    <message>
        <source>%1: your values in bold, database values in gray. An empty value means unknown.</source>
        <translation>%1：粗体为您的数值，灰色为数据库数值。空值表示未知。</translation>
    </message>
    <message>
        <source>%1: a custom part. An empty value means unknown.</source>
        <translation>%1：自定义部件。空值表示未知。</translation>
    </message>
    <message>
        <source>add a part</source>
        <translation>添加部件</translation>
    </message>
    <message>
        <source>delete a part</source>
        <translation>删除部件</translation>
    </message>
    <message>
        <source>Search your parts</source>
        <translation>搜索自有部件</translation>
    </message>
    <message>
        <source>Your parts</source>
        <translation>自有部件</translation>
    </message>
    <message>
        <source>Fields of the part</source>
        <translation>部件的字段</translation>
    </message>
    <message>
        <source>Removes the part from your parts library; a database part gets its database values back</source>
        <translation>将部件移出自有硬件库；数据库中的部件恢复其原有数值</translation>
    </message>
    <message>
        <source>&amp;Revert to the database value</source>
        <translation>恢复数据库数值(&amp;R)</translation>
    </message>
    <message>
        <source>No custom parts yet. Add a new part, or custom values for a database part.</source>
        <translation>还没有自定义部件。可新建部件，或为数据库部件自定义数值。</translation>
    </message>
    <message>
        <source>Add a &amp;part…</source>
        <translation>添加部件(&amp;P)…</translation>
    </message>
    <message>
        <source>De&amp;lete</source>
        <translation>删除(&amp;L)</translation>
    </message>
</context>
<context>
    <name>rigwright::PickCard</name>
    <message>
        <source>Lead time unknown: ask for a quote.</source>
        <translation>交货期未知：请询价。</translation>
    </message>
    <message>
        <source>at worst %1 · %2 memory spare · %3</source>
        <translation>最慢 %1 · 显存余量 %2 · %3</translation>
    </message>
    <message>
        <source>Drawbacks</source>
        <translation>不利因素</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Add as a machine after the current one; one undo step</source>
        <translation>在当前机器之后添加为一台机器；一次撤销即可移除</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>加入对比</translation>
    </message>
    <message>
        <source>Add as a machine to the comparison and stay here</source>
        <translation>添加到对比并留在本页</translation>
    </message>
    <message>
        <source>GPU memory: %1 spare</source>
        <translation>显存余量 %1</translation>
    </message>
</context>
<context>
    <name>rigwright::PickerControl</name>
    <message>
        <source>Type to search</source>
        <translation>输入以查找</translation>
    </message>
    <message>
        <source>“%1” isn&apos;t in the list.</source>
        <translation>列表中没有“%1”。</translation>
    </message>
</context>
<context>
    <name>rigwright::PlaceView</name>
    <message>
        <source>Explain</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Calculation and findings (F12)</source>
        <translation>计算过程与检查结果（F12）</translation>
    </message>
</context>
<context>
    <name>rigwright::PlanNote</name>
    <message>
        <source>Global batch %1</source>
        <translation>全局批次 %1</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>全局批次</translation>
    </message>
    <message>
        <source>Replicas %1</source>
        <translation>副本 %1</translation>
    </message>
    <message>
        <source>Replicas of the model</source>
        <translation>模型副本数</translation>
    </message>
    <message>
        <source>= %1 GPUs ÷ (tensor %2 × pipeline %3 × context %4)</source>
        <translation>= %1 个 GPU ÷（张量 %2 × 流水线 %3 × 上下文 %4）</translation>
    </message>
    <message>
        <source>RAM needed %1</source>
        <translation>所需内存 %1</translation>
    </message>
    <message>
        <source>RAM needed in one machine</source>
        <translation>单台机器所需内存</translation>
    </message>
    <message>
        <source>of %1 in one machine</source>
        <translation>单台机器共 %1</translation>
    </message>
    <message>
        <source>in one machine; how much it has is not set</source>
        <translation>单台机器；现有容量未填</translation>
    </message>
    <message>
        <source>= micro-batch %1 × accumulation %2 × data-parallel %3</source>
        <translation>= 微批次 %1 × 梯度累积 %2 × 数据并行度 %3</translation>
    </message>
    <message>
        <source>One GPU: there is nothing to divide. Set the GPUs per machine.</source>
        <translation>只有一张 GPU，无需拆分。请先设置每台机器的 GPU 数量。</translation>
    </message>
</context>
<context>
    <name>rigwright::PlaygroundPage</name>
    <message>
        <source>No estimate for these settings.</source>
        <translation>这些设置没有估算结果。</translation>
    </message>
    <message>
        <source>%1 against %2: %3</source>
        <comment>quantity, number that moves, present figure</comment>
        <translation>%1 随 %2 变化：%3</translation>
    </message>
    <message>
        <source>Move a slider on the left: the curves run along the number that you moved last.</source>
        <translation>移动左侧的滑块：曲线以最后移动的数值为横轴。</translation>
    </message>
    <message>
        <source>&amp;Start in a copy</source>
        <translation>在副本中开始(&amp;S)</translation>
    </message>
    <message>
        <source>millions</source>
        <translation>百万</translation>
    </message>
</context>
<context>
    <name>rigwright::PlotCanvas</name>
    <message>
        <source>These numbers cannot be plotted.</source>
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
        <source>Save the chart as PNG, SVG or PDF with a white background</source>
        <translation>把白底图片保存为 PNG、SVG 或 PDF 文件</translation>
    </message>
    <message>
        <source>Reset view</source>
        <translation>还原视图</translation>
    </message>
    <message>
        <source>Show the whole chart (Ctrl+wheel zooms, dragging moves)</source>
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
        <source>Copy the numbers to the clipboard, for a spreadsheet</source>
        <translation>把数字复制到剪贴板，可粘贴到电子表格</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Copy the chart to the clipboard with a white background</source>
        <translation>把白底图片复制到剪贴板</translation>
    </message>
    <message>
        <source>Linear axes</source>
        <translation>线性坐标</translation>
    </message>
    <message>
        <source>Linear instead of logarithmic scale</source>
        <translation>使用线性刻度而非对数刻度</translation>
    </message>
</context>
<context>
    <name>rigwright::PlotStrip</name>
    <message>
        <source>Micro-batch size</source>
        <translation>微批次大小</translation>
    </message>
    <message>
        <source>Image size</source>
        <translation>图像尺寸</translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>Copy picture of memory</source>
        <translation>复制显存图</translation>
    </message>
    <message>
        <source>Copy picture of time</source>
        <translation>复制时间图</translation>
    </message>
    <message>
        <source>Save picture of memory…</source>
        <translation>保存显存图…</translation>
    </message>
    <message>
        <source>Save picture of time…</source>
        <translation>保存时间图…</translation>
    </message>
    <message>
        <source>Reset view</source>
        <translation>还原视图</translation>
    </message>
    <message>
        <source>Linear axes</source>
        <translation>线性坐标</translation>
    </message>
    <message>
        <source>Against</source>
        <comment>an axis</comment>
        <translation>横轴</translation>
    </message>
    <message>
        <source>Horizontal axis of the charts</source>
        <translation>图的横轴所取的量</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>The same numbers as tables</source>
        <translation>以表格显示同样的数字</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the numbers of both charts to the clipboard, for a spreadsheet</source>
        <translation>把两张图的数字放到剪贴板，供电子表格使用</translation>
    </message>
    <message>
        <source>More for the plots: pictures, view, axes</source>
        <translation>图的更多操作：图片、视图、坐标轴</translation>
    </message>
    <message>
        <source>More for the plots</source>
        <translation>图的更多操作</translation>
    </message>
    <message>
        <source>Hold the global batch</source>
        <translation>固定全局批次</translation>
    </message>
    <message>
        <source>Let the global batch follow</source>
        <translation>全局批次随微批次变化</translation>
    </message>
    <message>
        <source>follows</source>
        <comment>the global batch the micro-batch</comment>
        <translation>随动</translation>
    </message>
    <message>
        <source>held</source>
        <comment>the global batch</comment>
        <translation>固定</translation>
    </message>
    <message>
        <source>Held: accumulation follows the micro-batch, so that a step trains on as many samples. Follows: no accumulation.</source>
        <translation>固定：累积次数随微批次变化，每步样本数不变。随动：不累积。</translation>
    </message>
</context>
<context>
    <name>rigwright::PlotWindow</name>
    <message>
        <source>%1 — Rigwright</source>
        <translation>%1 — 算力匠</translation>
    </message>
</context>
<context>
    <name>rigwright::PointPlot</name>
    <message>
        <source>Fits</source>
        <translation>显存充足</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>Computing…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>Does not fit with the safety margin</source>
        <translation>计入安全余量后显存不足</translation>
    </message>
    <message>
        <source>Tight or does not fit</source>
        <translation>显存紧张或不足</translation>
    </message>
</context>
<context>
    <name>rigwright::PriceImportDialog</name>
    <message>
        <source>Import a price list: %1</source>
        <translation>导入价格表：%1</translation>
    </message>
    <message>
        <source>&amp;Encoding:</source>
        <translation>编码(&amp;E)：</translation>
    </message>
    <message>
        <source>De&amp;limiter:</source>
        <translation>分隔符(&amp;L)：</translation>
    </message>
    <message>
        <source>Deci&amp;mals:</source>
        <translation>小数符号(&amp;M)：</translation>
    </message>
    <message>
        <source>&amp;Name of the list:</source>
        <translation>价格表名称(&amp;N)：</translation>
    </message>
    <message>
        <source>&amp;Currency where not given:</source>
        <translation>未写明时的币种(&amp;C)：</translation>
    </message>
    <message>
        <source>&amp;Date where not given:</source>
        <translation>未写明时的日期(&amp;D)：</translation>
    </message>
    <message>
        <source>&amp;Supplier where not given:</source>
        <translation>未写明时的供应商(&amp;S)：</translation>
    </message>
    <message>
        <source>&amp;Kind where not given:</source>
        <translation>未写明时的类型(&amp;K)：</translation>
    </message>
    <message>
        <source>Columns and first rows:</source>
        <translation>各列的含义及前几行：</translation>
    </message>
    <message>
        <source>Columns and first rows</source>
        <translation>列与前几行</translation>
    </message>
    <message>
        <source>Sho&amp;w:</source>
        <translation>显示(&amp;W)：</translation>
    </message>
    <message>
        <source>&amp;Accept all suggestions</source>
        <translation>采用所有建议(&amp;A)</translation>
    </message>
    <message>
        <source>Preview, row by row</source>
        <translation>逐行预览结果</translation>
    </message>
    <message>
        <source>Detected: %1</source>
        <translation>自动识别：%1</translation>
    </message>
    <message>
        <source>Not read</source>
        <translation>不读取</translation>
    </message>
    <message>
        <source>Column %1</source>
        <translation>第 %1 列</translation>
    </message>
    <message>
        <source>All rows (%1)</source>
        <translation>所有行（%1）</translation>
    </message>
    <message>
        <source>Import: %1</source>
        <translation>导入：%1</translation>
    </message>
    <message>
        <source>import a price list</source>
        <translation>导入价格表</translation>
    </message>
    <message>
        <source>Detected</source>
        <translation>自动识别</translation>
    </message>
    <message>
        <source>Columns as in your last list with these headings. Choose an encoding or a delimiter to detect them again.</source>
        <translation>各列按您上次为相同表头的价格表所选的方式读取。重新选择编码或分隔符即可重新识别。</translation>
    </message>
    <message>
        <source>Shi&amp;pping, with tax:</source>
        <translation>运费（含税）(&amp;P)：</translation>
    </message>
    <message>
        <source>&amp;Other costs, with tax:</source>
        <translation>其他费用（含税）(&amp;O)：</translation>
    </message>
    <message>
        <source>Deli&amp;very, days:</source>
        <translation>交货天数(&amp;V)：</translation>
    </message>
    <message>
        <source>Pa&amp;rt of the selected row:</source>
        <translation>所选行的部件(&amp;R)：</translation>
    </message>
    <message>
        <source>Ma&amp;tch</source>
        <translation>匹配(&amp;T)</translation>
    </message>
    <message>
        <source>likely</source>
        <translation>可能是它</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>Shipping, other costs and days: a number of 0 or more, or nothing.</source>
        <translation>运费、其他费用和天数：填写不小于 0 的数，或留空。</translation>
    </message>
    <message>
        <source>%1, as in the project</source>
        <translation>%1（与项目一致）</translation>
    </message>
    <message>
        <source>Totals and notes skipped: %1</source>
        <translation>已跳过合计、税金或备注行：%1</translation>
    </message>
</context>
<context>
    <name>rigwright::PricesPage</name>
    <message>
        <source>All lists</source>
        <translation>所有价格表</translation>
    </message>
    <message>
        <source>%1 · %2 (%3)</source>
        <translation>%1 · %2（%3）</translation>
    </message>
    <message>
        <source>Newest prices</source>
        <translation>最新价格</translation>
    </message>
    <message>
        <source>“%1” isn&apos;t a valid date. Expected: 2026-06-30, 2026-06, 2026, or newest prices.</source>
        <translation>“%1”不是有效日期。应为：2026-06-30、2026-06、2026，或最新价格。</translation>
    </message>
    <message>
        <source>Price lists (*.csv *.tsv *.txt);;All files (*)</source>
        <translation>价格表 (*.csv *.tsv *.txt);;所有文件 (*)</translation>
    </message>
    <message>
        <source>The clipboard has no text. Copy the cells of a quote first, headings included.</source>
        <translation>剪贴板上没有文本。请先复制报价单的单元格，包括标题行。</translation>
    </message>
    <message>
        <source>Pasted quote</source>
        <translation>粘贴的报价单</translation>
    </message>
    <message>
        <source>Save a template</source>
        <translation>保存模板</translation>
    </message>
    <message>
        <source>prices.csv</source>
        <translation>价格表.csv</translation>
    </message>
    <message>
        <source>Price lists (*.csv)</source>
        <translation>价格表 (*.csv)</translation>
    </message>
    <message>
        <source>delete a price list</source>
        <translation>删除价格表</translation>
    </message>
    <message>
        <source>Price &amp;list:</source>
        <translation>价格表(&amp;L)：</translation>
    </message>
    <message>
        <source>Price list</source>
        <translation>价格表</translation>
    </message>
    <message>
        <source>Prices as &amp;of:</source>
        <translation>价格基准日(&amp;O)：</translation>
    </message>
    <message>
        <source>Prices as of</source>
        <translation>价格基准日</translation>
    </message>
    <message>
        <source>Ignores later prices in the open project; the date is saved with it.</source>
        <translation>晚于此日的价格不计入当前项目；该日期随项目保存。</translation>
    </message>
    <message>
        <source>Search prices</source>
        <translation>搜索价格</translation>
    </message>
    <message>
        <source>Your prices</source>
        <translation>自有价格</translation>
    </message>
    <message>
        <source>Delete this li&amp;st</source>
        <translation>删除此表(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Paste quote…</source>
        <translation>粘贴报价单(&amp;P)…</translation>
    </message>
    <message>
        <source>Reads a table from the clipboard, copied from a spreadsheet or an email</source>
        <translation>读取剪贴板上的表格，例如从电子表格或邮件中复制的内容</translation>
    </message>
    <message>
        <source>&amp;Use</source>
        <translation>采用(&amp;U)</translation>
    </message>
    <message>
        <source>Delete selected p&amp;rices</source>
        <translation>删除所选价格(&amp;R)</translation>
    </message>
    <message>
        <source>Restores the database price, if any</source>
        <translation>数据库中的价格（如有）重新生效</translation>
    </message>
    <message>
        <source>No own prices yet. Import a price list, paste a quote, or add a price. Your prices override those of the database.</source>
        <translation>还没有自有价格。可导入价格表、粘贴报价单或添加价格。自有价格优先于数据库价格。</translation>
    </message>
    <message>
        <source>The template was not written: %1</source>
        <translation>模板未能写入：%1</translation>
    </message>
    <message>
        <source>Import price list…</source>
        <translation>导入价格表…</translation>
    </message>
    <message>
        <source>Save template…</source>
        <translation>保存模板…</translation>
    </message>
    <message>
        <source>Add a price…</source>
        <translation>添加价格…</translation>
    </message>
    <message>
        <source>This seller has no valid price for the part.</source>
        <translation>该供应商没有这一部件的有效价格。</translation>
    </message>
    <message>
        <source>No offers yet. Import the quotes of sellers, each with its supplier.</source>
        <translation>尚无报价。请导入各供应商的报价单，并注明供应商。</translation>
    </message>
    <message>
        <source>Prices for one, with tax where its rate is known. The bill has the newest price until you choose one: double-click it, or press Enter.</source>
        <translation>单价，已知税率时含税。在您选择之前，清单采用最新的价格：双击或按 Enter 选择。</translation>
    </message>
    <message>
        <source>Import price lists</source>
        <translation>导入价格表</translation>
    </message>
    <message>
        <source>Compare sellers</source>
        <translation>对比供应商</translation>
    </message>
    <message>
        <source>The offers for the parts of the machine in front, the lowest marked</source>
        <translation>当前机器各部件的报价，标出最低价</translation>
    </message>
    <message>
        <source>Offers by seller</source>
        <translation>各供应商的报价</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部件</translation>
    </message>
</context>
<context>
    <name>rigwright::ProgressPage</name>
    <message>
        <source>%1 of %2 lessons done</source>
        <translation>已完成 %1/%2 课</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>课程内容</translation>
    </message>
    <message>
        <source>First guess off by</source>
        <translation>首次猜测误差</translation>
    </message>
    <message>
        <source>Goals reached</source>
        <translation>达成目标的日期</translation>
    </message>
    <message>
        <source>Question answered</source>
        <translation>答对问题的日期</translation>
    </message>
    <message>
        <source>Wrong answers</source>
        <translation>答错次数</translation>
    </message>
    <message>
        <source>Hints used</source>
        <translation>使用提示次数</translation>
    </message>
    <message>
        <source>Progress could not be saved: %1</source>
        <translation>学习进度未能保存：%1</translation>
    </message>
    <message>
        <source>Export progress</source>
        <translation>导出学习进度</translation>
    </message>
    <message>
        <source>Progress was not written: %1</source>
        <translation>学习进度未能写出：%1</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>E&amp;xport progress…</source>
        <translation>导出进度(&amp;X)…</translation>
    </message>
    <message>
        <source>A table for a teacher; nothing leaves this computer otherwise</source>
        <translation>供教师使用的表格；除此之外，数据不会离开这台计算机</translation>
    </message>
</context>
<context>
    <name>rigwright::QuantityLabel</name>
    <message>
        <source>Show calculation</source>
        <translation>查看计算过程</translation>
    </message>
</context>
<context>
    <name>rigwright::RatioModel</name>
    <message>
        <source>Metric</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>← worse than %1 · better →</source>
        <translation>← 不如 %1 · 更好 →</translation>
    </message>
    <message>
        <source>shared error taken out</source>
        <translation>已扣除共同误差</translation>
    </message>
    <message>
        <source>counted, not estimated</source>
        <translation>精确计数，非估算</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>显存不足</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>多 %1</translation>
    </message>
    <message>
        <source>%1 less</source>
        <translation>少 %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>%1 for the same price</source>
        <translation>%1，价格相同</translation>
    </message>
    <message>
        <source>the task does not fit on %1</source>
        <translation>%1 的显存不足</translation>
    </message>
    <message>
        <source>%1 is as fast as %2</source>
        <translation>%1 与 %2 一样快</translation>
    </message>
    <message>
        <source>%1 is not clearly faster or slower than %2</source>
        <translation>%1 与 %2 的快慢没有明显差别</translation>
    </message>
    <message>
        <source>; </source>
        <comment>between two clauses</comment>
        <translation>；</translation>
    </message>
    <message>
        <source>%1.</source>
        <comment>a sentence</comment>
        <translation>%1。</translation>
    </message>
    <message>
        <source>Compared at the global batch of %1, %2 samples.</source>
        <translation>按 %1 的全局批次（%2 个样本）对比。</translation>
    </message>
    <message>
        <source>Not ranked, has a task of its own: %1.</source>
        <translation>任务单独设定，不参与排名：%1。</translation>
    </message>
    <message>
        <source>Not ranked, its GPUs do not divide a global batch of %1: %2.</source>
        <translation>GPU 数不能整除全局批次 %1，不参与排名：%2。</translation>
    </message>
    <message>
        <source>Not ranked, cannot be computed: %1.</source>
        <translation>无法计算，不参与排名：%1。</translation>
    </message>
    <message>
        <source>Most of the error of two estimates of one task is shared; these ranges leave it out.</source>
        <translation>同一任务的两个估算大部分误差相同；这里的区间已将其扣除。</translation>
    </message>
    <message>
        <source>%1× faster</source>
        <translation>速度为 %1 倍</translation>
    </message>
    <message>
        <source>%1× slower</source>
        <translation>耗时为 %1 倍</translation>
    </message>
    <message>
        <source>%1 cheaper</source>
        <translation>便宜 %1</translation>
    </message>
    <message>
        <source>%1× more</source>
        <translation>为 %1 倍</translation>
    </message>
    <message>
        <source>%1 for %2× the price</source>
        <translation>%1，价格为其 %2 倍</translation>
    </message>
    <message>
        <source>%1× as expensive</source>
        <translation>价格为 %1 倍</translation>
    </message>
    <message>
        <source>%1 costs %2× as much as %3</source>
        <translation>%1 的价格为 %3 的 %2 倍</translation>
    </message>
    <message>
        <source>%1 is %2× as fast as %3</source>
        <translation>%1 的速度为 %3 的 %2 倍</translation>
    </message>
    <message>
        <source>%1 takes %2× as long as %3</source>
        <translation>%1 的耗时为 %3 的 %2 倍</translation>
    </message>
    <message>
        <source>without %1 (no price)</source>
        <translation>不含缺价的%1</translation>
    </message>
</context>
<context>
    <name>rigwright::RecordFieldModel</name>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <source>“%1” isn&apos;t valid. Expected: %2.</source>
        <translation>“%1”无效。应为：%2。</translation>
    </message>
    <message>
        <source>This field cannot be left empty.</source>
        <translation>此字段不能为空。</translation>
    </message>
    <message>
        <source>Custom value</source>
        <translation>自定义数值</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>Database value</source>
        <translation>数据库数值</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>edit %1</source>
        <translation>修改 %1</translation>
    </message>
    <message>
        <source>revert %1</source>
        <translation>恢复 %1</translation>
    </message>
</context>
<context>
    <name>rigwright::RecoveryDialog</name>
    <message>
        <source>Unnamed project</source>
        <translation>未命名项目</translation>
    </message>
    <message>
        <source>%1, %2: cannot be read</source>
        <translation>%1，%2：无法读取</translation>
    </message>
    <message>
        <source>machines: %1</source>
        <translation>机器：%1 台</translation>
    </message>
    <message>
        <source>%1, unsaved work of %2, %3</source>
        <translation>%1，%2 的未保存工作，%3</translation>
    </message>
    <message>
        <source>%1; never saved</source>
        <translation>%1；从未保存</translation>
    </message>
    <message>
        <source>%1; the saved file is gone: %2</source>
        <translation>%1；已保存的文件不存在了：%2</translation>
    </message>
    <message>
        <source>%1; the file was saved on %2: %3</source>
        <translation>%1；文件保存于 %2：%3</translation>
    </message>
    <message>
        <source>Unsaved work</source>
        <translation>未保存的工作</translation>
    </message>
    <message>
        <source>The program ended without saving. Restore the work listed here, or delete it.</source>
        <translation>程序结束时没有保存。可恢复或删除以下内容。</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>以后再说</translation>
    </message>
</context>
<context>
    <name>rigwright::RentOrBuyPlot</name>
    <message>
        <source>Rent or buy</source>
        <translation>租用还是购买</translation>
    </message>
    <message>
        <source>Buying is the purchase, electricity and maintenance; renting is by the hour of use.</source>
        <translation>购买包括采购、电费和维护；租用按使用的小时数计费。</translation>
    </message>
    <message>
        <source>Lines with a letter are the other machines, bought.</source>
        <translation>带字母的线是购买其他机器的费用。</translation>
    </message>
    <message>
        <source>Drag the crossing to set the utilization.</source>
        <translation>拖动交点可设定利用率。</translation>
    </message>
    <message>
        <source>Rented by the hour</source>
        <translation>按小时租用</translation>
    </message>
    <message>
        <source>Bought, at least</source>
        <translation>购买（下限）</translation>
    </message>
    <message>
        <source>Bought</source>
        <translation>购买</translation>
    </message>
    <message>
        <source>Months</source>
        <translation>月数</translation>
    </message>
    <message>
        <source>Spent (%1)</source>
        <comment>currency</comment>
        <translation>累计支出（%1）</translation>
    </message>
    <message>
        <source>%1 months</source>
        <translation>%1 个月</translation>
    </message>
    <message>
        <source>%1, bought</source>
        <translation>购买 %1</translation>
    </message>
    <message>
        <source>≥ %1</source>
        <comment>a lower bound</comment>
        <translation>≥ %1</translation>
    </message>
    <message>
        <source>The price of %1 is not known, so buying cannot be compared with renting.</source>
        <translation>%1 的价格未知，无法对比购买与租用。</translation>
    </message>
    <message>
        <source>No rental price of %1 is known, so there is no line for renting.</source>
        <translation>没有 %1 的租用价格，因此不画租用线。</translation>
    </message>
    <message>
        <source>No price of electricity, or no power of %1, is known, so there is no crossing.</source>
        <translation>电价或 %1 的功率未知，因此没有交点。</translation>
    </message>
    <message>
        <source>Renting %1 stays cheaper at %2 utilization.</source>
        <translation>利用率为 %2 时，租用 %1 始终更便宜。</translation>
    </message>
    <message>
        <source>Buying %1 is cheaper after %2 months at %3 utilization.</source>
        <translation>利用率为 %3 时，%2 个月后购买 %1 更便宜。</translation>
    </message>
    <message>
        <source>%1 As set, this machine lacks memory for the training.</source>
        <translation>%1按目前的设置，这台机器显存不足，无法训练。</translation>
    </message>
    <message>
        <source>Prices or parts are missing, so the line of buying is a lower bound.</source>
        <translation>缺少部分价格或部件，购买曲线为下限。</translation>
    </message>
    <message>
        <source>Buying %1 is cheaper after at least %2 months at %3 utilization; prices or parts are missing.</source>
        <translation>利用率 %3 时，购买 %1 至少 %2 个月后更便宜；缺少部分价格或部件。</translation>
    </message>
</context>
<context>
    <name>rigwright::ReportPage</name>
    <message>
        <source>The report was not written: %1</source>
        <translation>报告未能写出：%1</translation>
    </message>
    <message>
        <source>Write report</source>
        <translation>写出报告</translation>
    </message>
    <message>
        <source>&amp;Question:</source>
        <translation>问题(&amp;Q)：</translation>
    </message>
    <message>
        <source>Question of the report, for example: which of these three quotes do we order?</source>
        <translation>报告要回答的问题，例如：三家报价选哪一家？</translation>
    </message>
    <message>
        <source>Question that the report answers</source>
        <translation>报告所回答的问题</translation>
    </message>
    <message>
        <source>&amp;Language:</source>
        <translation>语言(&amp;L)：</translation>
    </message>
    <message>
        <source>Language of the report</source>
        <translation>报告语言</translation>
    </message>
    <message>
        <source>E&amp;xport…</source>
        <translation>导出(&amp;X)…</translation>
    </message>
    <message>
        <source>&amp;Print…</source>
        <translation>打印(&amp;P)…</translation>
    </message>
    <message>
        <source>Pa&amp;per:</source>
        <translation>纸张(&amp;R)：</translation>
    </message>
    <message>
        <source>Paper of the report</source>
        <translation>报告的纸张</translation>
    </message>
    <message>
        <source>A4 portrait</source>
        <translation>A4 纵向</translation>
    </message>
    <message>
        <source>A4 landscape</source>
        <translation>A4 横向</translation>
    </message>
    <message>
        <source>Pages of the report</source>
        <translation>报告的页面</translation>
    </message>
    <message>
        <source>C&amp;opy text</source>
        <translation>复制文本(&amp;O)</translation>
    </message>
</context>
<context>
    <name>rigwright::RequirementsPage</name>
    <message>
        <source>dataset %1</source>
        <translation>数据集 %1</translation>
    </message>
    <message>
        <source>tiles</source>
        <translation>图块</translation>
    </message>
    <message>
        <source>sufficient parts</source>
        <translation>满足需求的部件</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>All runs take %1 of a month</source>
        <translation>全部运行占一个月的 %1</translation>
    </message>
    <message>
        <source>one such machine suffices</source>
        <translation>一台此类机器即可</translation>
    </message>
    <message>
        <source>%1 such machines are needed</source>
        <translation>需要 %1 台此类机器</translation>
    </message>
    <message>
        <source>Finding the smallest sufficient parts…</source>
        <translation>正在查找满足需求的最小部件…</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Dataset</source>
        <translation>数据集</translation>
    </message>
    <message>
        <source>Takt time, deadline, budget, growth…</source>
        <translation>节拍、期限、预算、增长…</translation>
    </message>
    <message>
        <source>Cut images into tiles</source>
        <translation>把图像切成图块</translation>
    </message>
    <message>
        <source>Required vs. available</source>
        <translation>需求与现有配置</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Apply to machine</source>
        <translation>应用到机器</translation>
    </message>
    <message>
        <source>Models that share the machine</source>
        <translation>共用机器的模型</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Double-click a cell to change it; click a time to see its calculation.</source>
        <translation>双击单元格可修改；单击时间可查看计算过程。</translation>
    </message>
    <message>
        <source>A public dataset fills the fields of the data.</source>
        <translation>选择公开数据集，即填入数据的各个字段。</translation>
    </message>
    <message>
        <source>Add a model:</source>
        <translation>添加模型：</translation>
    </message>
    <message>
        <source>Type any part of a name, a task or a purpose.</source>
        <translation>输入名称、任务或用途的任意部分。</translation>
    </message>
    <message>
        <source>My own (fields on the left)</source>
        <translation>自己的数据（在左侧填写）</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>高</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>宽</translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation>重叠</translation>
    </message>
    <message>
        <source>Required (or limit)</source>
        <translation>需求（上限）</translation>
    </message>
    <message>
        <source>Available (or used)</source>
        <translation>现有（占用）</translation>
    </message>
    <message>
        <source>Margin</source>
        <translation>余量</translation>
    </message>
    <message>
        <source>Driven by</source>
        <translation>决定因素</translation>
    </message>
</context>
<context>
    <name>rigwright::RooflinePlot</name>
    <message>
        <source>Roofline: rate of each layer</source>
        <translation>Roofline（屋顶线）：各层的速率</translation>
    </message>
    <message>
        <source>Layers with matrix products take %1 of the GPU time, %2 of it compute-bound. Other layers are memory-bound and not shown.</source>
        <translation>含矩阵乘的层占 GPU 时间的 %1，其中 %2 算力受限。其余层访存受限，未画出。</translation>
    </message>
    <message>
        <source>No time estimate. The missing inputs are listed under Findings.</source>
        <translation>没有时间估算。缺少的信息见“检查结果”。</translation>
    </message>
    <message>
        <source>Arithmetic intensity (FLOP/byte)</source>
        <translation>计算强度（FLOP/字节）</translation>
    </message>
    <message>
        <source>Rate (TFLOP/s)</source>
        <translation>速率（TFLOP/s）</translation>
    </message>
    <message>
        <source>Peak %1</source>
        <translation>峰值 %1</translation>
    </message>
    <message>
        <source>Memory %1</source>
        <translation>显存 %1</translation>
    </message>
    <message>
        <source>Bottleneck: %1</source>
        <translation>瓶颈：%1</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>份数</translation>
    </message>
    <message>
        <source>FLOP per byte</source>
        <translation>每字节 FLOP</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>速率</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Bottleneck</source>
        <translation>瓶颈</translation>
    </message>
    <message>
        <source>%1 · %2 copies</source>
        <translation>%1 · %2 份</translation>
    </message>
    <message>
        <source>Of the peak</source>
        <translation>占峰值</translation>
    </message>
    <message>
        <source>Time in a micro-batch</source>
        <translation>一个微批次中的时间</translation>
    </message>
</context>
<context>
    <name>rigwright::SensitivityPlot</name>
    <message>
        <source>Sensitivity analysis</source>
        <translation>敏感度分析</translation>
    </message>
    <message>
        <source>Image size</source>
        <translation>图像尺寸</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>a value and what comes of it</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1, does not fit</source>
        <translation>%1，显存不足</translation>
    </message>
    <message>
        <source>One setting is changed at a time: numbers to half and double, choices and parts to every other one.</source>
        <translation>每次只改动一项设置：数值减半或加倍，选项和部件逐一换成其他的。</translation>
    </message>
    <message>
        <source>No sensitivity analysis. The missing inputs are listed under Findings.</source>
        <translation>无法进行敏感度分析。缺少的信息见“检查结果”。</translation>
    </message>
    <message>
        <source>Relative to current</source>
        <translation>相对当前方案的倍数</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>%1, lower bound</source>
        <translation>%1（下限）</translation>
    </message>
    <message>
        <source>%1, upper bound</source>
        <translation>%1（上限）</translation>
    </message>
    <message>
        <source>%1: %2 now</source>
        <comment>a setting and its value</comment>
        <translation>%1：当前 %2</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Cost per run</source>
        <translation>单次训练成本</translation>
    </message>
    <message>
        <source>%1 depends most on “%2”: %3 to %4.</source>
        <translation>对%1影响最大的是“%2”：%3 至 %4。</translation>
    </message>
</context>
<context>
    <name>rigwright::SizeControl</name>
    <message>
        <source>“%1” is not a width × height of whole numbers from %2 to %3.</source>
        <translation>“%1”不是宽 × 高：两边都应是 %2 到 %3 的整数。</translation>
    </message>
</context>
<context>
    <name>rigwright::StartPage</name>
    <message>
        <source>1 machine</source>
        <translation>1 台机器</translation>
    </message>
    <message>
        <source>%1 machines</source>
        <translation>%1 台机器</translation>
    </message>
    <message>
        <source>The file cannot be read.</source>
        <translation>无法读取该文件。</translation>
    </message>
    <message>
        <source>opens in %1</source>
        <translation>在“%1”中打开</translation>
    </message>
    <message>
        <source>Check a plan I have</source>
        <translation>核对已有方案</translation>
    </message>
    <message>
        <source>Is the offered machine enough, and is the price fair?</source>
        <translation>报价的机器是否够用，价格是否合理？</translation>
    </message>
    <message>
        <source>Learn</source>
        <translation>学习</translation>
    </message>
    <message>
        <source>Short exercises with live sliders.</source>
        <translation>带实时滑块的短练习。</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>最近</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>They open as copies: change anything, nothing is lost.</source>
        <translation>以副本打开，可任意修改，不会丢失。</translation>
    </message>
    <message>
        <source>First lesson</source>
        <translation>第一课</translation>
    </message>
</context>
<context>
    <name>rigwright::StartQuestions</name>
    <message>
        <source>Searching the hardware database…</source>
        <translation>正在搜索硬件数据库…</translation>
    </message>
    <message>
        <source>Finding which limit to relax…</source>
        <translation>正在寻找需要放宽的限制…</translation>
    </message>
    <message>
        <source>all within %1, range included</source>
        <translation>均在 %1 内完成（含区间）</translation>
    </message>
    <message>
        <source>all expected within %1</source>
        <translation>预计均在 %1 内完成</translation>
    </message>
    <message>
        <source>without the parts that have no price</source>
        <translation>不含没有价格的部件</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <comment>2 × RTX 5070 in 3.2 h</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Choose a machine</source>
        <translation>选择机器</translation>
    </message>
    <message>
        <source>Five questions. The answer below changes with every one of them.</source>
        <translation>五个问题，下方的答案随之变化。</translation>
    </message>
    <message>
        <source>What do you want to train?</source>
        <translation>要训练什么？</translation>
    </message>
    <message>
        <source>How much data?</source>
        <translation>有多少数据？</translation>
    </message>
    <message>
        <source>How large is one sample?</source>
        <translation>单个样本有多大？</translation>
    </message>
    <message>
        <source>By when must a run be done?</source>
        <translation>一次训练须在多久内完成？</translation>
    </message>
    <message>
        <source>For how much?</source>
        <translation>预算是多少？</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Purpose of the model. Only models for it are listed.</source>
        <translation>模型的用途，决定列出哪些模型。</translation>
    </message>
    <message>
        <source>or open a model file: ONNX, config.json, safetensors</source>
        <translation>或打开模型文件：ONNX、config.json、safetensors</translation>
    </message>
    <message>
        <source>Show the machines</source>
        <translation>显示机器</translation>
    </message>
    <message>
        <source>Either</source>
        <translation>都可以</translation>
    </message>
    <message>
        <source>Buy</source>
        <translation>购买</translation>
    </message>
    <message>
        <source>Rent</source>
        <translation>租用</translation>
    </message>
    <message>
        <source>Buy or rent</source>
        <translation>购买或租用</translation>
    </message>
    <message>
        <source>The model sets it.</source>
        <translation>由模型决定。</translation>
    </message>
    <message>
        <source>all weights trained, without LoRA</source>
        <translation>训练全部权重，不使用 LoRA</translation>
    </message>
    <message>
        <source>Correct “%1” to see machines.</source>
        <translation>请先更正“%1”，才能显示机器。</translation>
    </message>
    <message>
        <source>from %1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
</context>
<context>
    <name>rigwright::StatusLine</name>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>All results with range and limit</source>
        <translation>查看各项结果及其区间和上限</translation>
    </message>
    <message>
        <source>Machine %1</source>
        <translation>机器 %1</translation>
    </message>
    <message>
        <source>Machine %1: %2</source>
        <comment>letter, name</comment>
        <translation>机器 %1：%2</translation>
    </message>
    <message>
        <source>of %1</source>
        <comment>a number of its limit</comment>
        <translation>/ %1</translation>
    </message>
    <message>
        <source>Show the findings</source>
        <translation>查看检查结果</translation>
    </message>
    <message>
        <source>Show the calculation</source>
        <translation>查看计算过程</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Range or origin</source>
        <translation>区间或来源</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>Lesson copy</source>
        <translation>课程副本</translation>
    </message>
    <message>
        <source>Choose another machine of the project (Alt+A to Alt+F)</source>
        <translation>选择项目中的其他机器（Alt+A 到 Alt+F）</translation>
    </message>
</context>
<context>
    <name>rigwright::StatusTexts</name>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Time (hypothetical)</source>
        <translation>时间（假设显存足够）</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Time per part</source>
        <translation>单件耗时</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>价格</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>Rack units</source>
        <translation>机架空间</translation>
    </message>
    <message>
        <source>Utilization</source>
        <translation>利用率</translation>
    </message>
    <message>
        <source>Machine checks</source>
        <translation>整机检查</translation>
    </message>
    <message>
        <source>deadline</source>
        <translation>期限</translation>
    </message>
    <message>
        <source>takt time</source>
        <translation>节拍</translation>
    </message>
    <message>
        <source>budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>rack units</source>
        <translation>机架空间</translation>
    </message>
    <message>
        <source>utilization</source>
        <translation>利用率</translation>
    </message>
    <message>
        <source>machine checks</source>
        <translation>整机检查</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation>显存不足</translation>
    </message>
    <message>
        <source>Misses the deadline</source>
        <translation>超出完成期限</translation>
    </message>
    <message>
        <source>Misses the takt time</source>
        <translation>超出节拍</translation>
    </message>
    <message>
        <source>Exceeds the budget</source>
        <translation>超出预算</translation>
    </message>
    <message>
        <source>Exceeds the power limit</source>
        <translation>超出功率上限</translation>
    </message>
    <message>
        <source>Exceeds the rack units</source>
        <translation>超出机架空间</translation>
    </message>
    <message>
        <source>Overloads the machine</source>
        <translation>机器负荷过满</translation>
    </message>
    <message>
        <source>Fails the machine checks</source>
        <translation>整机检查未通过</translation>
    </message>
    <message>
        <source>Incomplete model</source>
        <translation>模型不完整</translation>
    </message>
    <message>
        <source>Cannot estimate</source>
        <translation>无法估算</translation>
    </message>
    <message>
        <source>Meets all limits</source>
        <translation>全部达标</translation>
    </message>
    <message>
        <source>Fits, no limits set</source>
        <translation>显存充足，未设上限</translation>
    </message>
    <message>
        <source>Misses: %1</source>
        <comment>a list of goals</comment>
        <translation>未满足：%1</translation>
    </message>
    <message>
        <source>Tight: %1</source>
        <comment>a list of goals</comment>
        <translation>余量不足：%1</translation>
    </message>
    <message>
        <source>Tight: may run out of memory</source>
        <translation>显存紧张，可能溢出</translation>
    </message>
    <message>
        <source>Tight: may miss the deadline</source>
        <translation>可能超出完成期限</translation>
    </message>
    <message>
        <source>Fits, 1 warning</source>
        <translation>显存充足，1 项警告</translation>
    </message>
    <message>
        <source>Fits, %1 warnings</source>
        <translation>显存充足，%1 项警告</translation>
    </message>
    <message>
        <source>Meets limits, 1 warning</source>
        <translation>满足要求，1 项警告</translation>
    </message>
    <message>
        <source>Meets limits, %1 warnings</source>
        <translation>满足要求，%1 项警告</translation>
    </message>
    <message>
        <source>Open: %1</source>
        <comment>a list of goals</comment>
        <translation>待定：%1</translation>
    </message>
    <message>
        <source>Open: memory size unknown</source>
        <translation>待定：显存容量未知</translation>
    </message>
    <message>
        <source>Open: 1 price missing</source>
        <translation>待定：缺 1 项价格</translation>
    </message>
    <message>
        <source>Open: %1 prices missing</source>
        <translation>待定：缺 %1 项价格</translation>
    </message>
    <message>
        <source>Open: training time unknown</source>
        <translation>待定：训练时间未知</translation>
    </message>
    <message>
        <source>No limit set</source>
        <translation>未设上限</translation>
    </message>
    <message>
        <source>No issues</source>
        <translation>无问题</translation>
    </message>
    <message>
        <source>Within the limit</source>
        <translation>满足</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>待定</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>有警告</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>余量不足</translation>
    </message>
    <message>
        <source>Not estimated</source>
        <translation>未估算</translation>
    </message>
    <message>
        <source>Blocking issues</source>
        <translation>有阻断项</translation>
    </message>
    <message>
        <source>Missed</source>
        <translation>未满足</translation>
    </message>
    <message>
        <source>of %1</source>
        <comment>a number of its limit</comment>
        <translation>/ %1</translation>
    </message>
    <message>
        <source>no deadline</source>
        <translation>未设期限</translation>
    </message>
    <message>
        <source>no budget</source>
        <translation>未设预算</translation>
    </message>
    <message>
        <source>size unknown</source>
        <translation>容量未知</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>1 issue</source>
        <translation>1 个问题</translation>
    </message>
    <message>
        <source>%1 issues</source>
        <translation>%1 个问题</translation>
    </message>
    <message>
        <source>0 issues</source>
        <translation>无问题</translation>
    </message>
    <message>
        <source>%1 blocking</source>
        <translation>%1 项阻断</translation>
    </message>
    <message>
        <source>no price: %1</source>
        <comment>a part of the build</comment>
        <translation>缺价格：%1</translation>
    </message>
    <message>
        <source>%1 prices missing</source>
        <translation>缺 %1 项价格</translation>
    </message>
    <message>
        <source>list prices</source>
        <translation>参考价</translation>
    </message>
    <message>
        <source>all quoted</source>
        <translation>均为报价</translation>
    </message>
    <message>
        <source>%1 quoted, %2 list</source>
        <translation>%1 项报价，%2 项参考</translation>
    </message>
    <message>
        <source>Bottleneck</source>
        <translation>瓶颈</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>算力</translation>
    </message>
    <message>
        <source>RAM</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>small kernels</source>
        <translation>小内核</translation>
    </message>
    <message>
        <source>framework</source>
        <translation>框架开销</translation>
    </message>
    <message>
        <source>kernel launch</source>
        <translation>内核启动</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>bubbles</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Data loading</source>
        <translation>数据加载</translation>
    </message>
    <message>
        <source>Meets limits, time very rough</source>
        <translation>满足要求，时间仅为数量级</translation>
    </message>
    <message>
        <source>Fits, time very rough</source>
        <translation>显存充足，时间仅为数量级</translation>
    </message>
    <message>
        <source>Time, very rough</source>
        <translation>时间，仅为数量级</translation>
    </message>
    <message>
        <source>Memory, very rough</source>
        <translation>显存，仅为数量级</translation>
    </message>
    <message>
        <source>Meets limits, very rough</source>
        <translation>满足要求，各数仅为数量级</translation>
    </message>
    <message>
        <source>Fits, very rough</source>
        <translation>显存充足，各数仅为数量级</translation>
    </message>
    <message>
        <source>Meets limits, memory very rough</source>
        <translation>满足要求，显存仅为数量级</translation>
    </message>
    <message>
        <source>Fits, memory very rough</source>
        <translation>显存大致充足，仅为数量级</translation>
    </message>
    <message>
        <source>Tight: memory very rough</source>
        <translation>显存紧张，仅为数量级</translation>
    </message>
    <message>
        <source>1 not checked</source>
        <translation>1 项未检查</translation>
    </message>
    <message>
        <source>%1 not checked</source>
        <translation>%1 项未检查</translation>
    </message>
</context>
<context>
    <name>rigwright::StepPartsPlot</name>
    <message>
        <source>Step breakdown</source>
        <translation>单步时间构成</translation>
    </message>
    <message>
        <source>By phase</source>
        <translation>按阶段</translation>
    </message>
    <message>
        <source>By bottleneck</source>
        <translation>按瓶颈</translation>
    </message>
    <message>
        <source>From peak FLOPS</source>
        <translation>自理论峰值起</translation>
    </message>
    <message>
        <source>At peak</source>
        <translation>峰值速率</translation>
    </message>
    <message>
        <source>Bottleneck of the %1 step: %2, %3.</source>
        <translation>单步（%1）的瓶颈：%2，%3。</translation>
    </message>
    <message>
        <source>Next: %1, %2.</source>
        <translation>其次：%1，%2。</translation>
    </message>
    <message>
        <source>No time estimate. The missing inputs are listed under Findings.</source>
        <translation>没有时间估算。缺少的信息见“检查结果”。</translation>
    </message>
    <message>
        <source>Step time (%1)</source>
        <comment>unit</comment>
        <translation>单步时间（%1）</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>name and share</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视角</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>毫秒</translation>
    </message>
    <message>
        <source>s</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>min</source>
        <translation>分钟</translation>
    </message>
    <message>
        <source>h</source>
        <translation>小时</translation>
    </message>
</context>
<context>
    <name>rigwright::StepSchedulePlot</name>
    <message>
        <source>Step timeline</source>
        <translation>单步时间线</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Communication of %1</source>
        <comment>a stage</comment>
        <translation>阶段 %1 通信</translation>
    </message>
    <message>
        <source>Step time: %1.</source>
        <translation>单步时间：%1。</translation>
    </message>
    <message>
        <source>Longest wait: %1.</source>
        <translation>最长等待 %1。</translation>
    </message>
    <message>
        <source>No time estimate. The missing inputs are listed under Findings.</source>
        <translation>没有时间估算。缺少的信息见“检查结果”。</translation>
    </message>
    <message>
        <source>Time since the start of the step (%1)</source>
        <comment>unit</comment>
        <translation>距一步开始的时间（%1）</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>工作</translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation>微批次</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>End</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>耗时</translation>
    </message>
    <message>
        <source>Identical micro-batches in the middle not shown: %1.</source>
        <translation>中间重复的微批次未画出：%1 个。</translation>
    </message>
    <message>
        <source>%1 identical micro-batches</source>
        <translation>省略 %1 个相同的微批次</translation>
    </message>
</context>
<context>
    <name>rigwright::TimePlot</name>
    <message>
        <source>Step time vs. micro-batch size</source>
        <translation>单步时间 · 微批次大小</translation>
    </message>
    <message>
        <source>Epoch time vs. micro-batch size</source>
        <translation>每轮时间 · 微批次大小</translation>
    </message>
    <message>
        <source>Enter the samples of the dataset to see the epoch time.</source>
        <translation>请填写数据集的样本数，才能看到每轮时间。</translation>
    </message>
    <message>
        <source>No time estimate. The missing inputs are listed under Findings.</source>
        <translation>没有时间估算。缺少的信息见“检查结果”。</translation>
    </message>
    <message>
        <source>Knee at %1</source>
        <translation>拐点：%1</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>quantity, unit</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Proportional</source>
        <translation>成正比</translation>
    </message>
    <message>
        <source>At best throughput</source>
        <translation>以最高吞吐量计</translation>
    </message>
    <message>
        <source>Estimate</source>
        <translation>估算值</translation>
    </message>
    <message>
        <source>Hypothetical</source>
        <translation>假设显存足够</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>区间</translation>
    </message>
    <message>
        <source>A step grows in proportion to the micro-batch from the start: fixed costs hardly count.</source>
        <translation>一步的时间从一开始就与微批次成正比：固定开销几乎可以忽略。</translation>
    </message>
    <message>
        <source>Before micro-batch %1 fixed costs dominate; from there on a step grows in proportion and the throughput has reached %2 of its plateau.</source>
        <translation>微批次小于 %1 时固定开销占主导；此后一步的时间成正比增长，吞吐量已达到平台的 %2。</translation>
    </message>
    <message>
        <source>Fixed costs dominate along the whole curve: the throughput still rises at its end.</source>
        <translation>整条曲线上固定开销占主导：到末端吞吐量仍在上升。</translation>
    </message>
    <message>
        <source>Fixed costs dominate along the whole curve: a larger micro-batch still shortens the epoch at its end.</source>
        <translation>整条曲线上固定开销都占主导：到曲线末端，增大微批次仍能缩短每轮时间。</translation>
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
        <source>No micro-batch fits safely in memory.</source>
        <translation>任何微批次都不能稳妥放入显存。</translation>
    </message>
    <message>
        <source>It does not fit; with more memory the epoch time could drop by up to %1.</source>
        <translation>该处显存不足；显存更大时，每轮时间最多可缩短 %1。</translation>
    </message>
    <message>
        <source>Lower bound</source>
        <translation>下限</translation>
    </message>
    <message>
        <source>Upper bound</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>Share of best throughput</source>
        <translation>占最高吞吐量</translation>
    </message>
    <message>
        <source>Epoch time</source>
        <translation>每轮时间</translation>
    </message>
    <message>
        <source>Training time vs. micro-batch size</source>
        <translation>训练时间 · 微批次大小</translation>
    </message>
    <message>
        <source>Training time</source>
        <translation>训练时间</translation>
    </message>
    <message>
        <source>linear scale</source>
        <translation>线性刻度</translation>
    </message>
    <message>
        <source>log scale</source>
        <translation>对数刻度</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>epochs, a scale</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>1 epoch</source>
        <translation>1 轮</translation>
    </message>
    <message>
        <source>%1 epochs</source>
        <translation>%1 轮</translation>
    </message>
    <message>
        <source>Enter the samples of the dataset to see the training time.</source>
        <translation>填写数据集的样本数后即可看到训练时间。</translation>
    </message>
    <message>
        <source>Deadline %1</source>
        <translation>完成期限 %1</translation>
    </message>
</context>
<context>
    <name>rigwright::TopBar</name>
    <message>
        <source>Find anything</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Change the language of the window</source>
        <translation>切换界面语言</translation>
    </message>
</context>
<context>
    <name>rigwright::ViewPage</name>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
</context>
<context>
    <name>rigwright::WindowFiles</name>
    <message>
        <source>%1 was not opened.</source>
        <translation>未能打开 %1。</translation>
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
        <source>%1 was written by a newer version. Unknown content is preserved: %2</source>
        <translation>%1 由更新的版本写成。此处不认识的内容会保留：%2</translation>
    </message>
    <message>
        <source>Open project</source>
        <translation>打开项目</translation>
    </message>
    <message>
        <source>Projects and scenarios (*.rigwright *.json);;All files (*)</source>
        <translation>项目和方案 (*.rigwright *.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Projects (*.rigwright)</source>
        <translation>项目 (*.rigwright)</translation>
    </message>
    <message>
        <source>Scenarios of one machine (*.json)</source>
        <translation>单台机器的方案 (*.json)</translation>
    </message>
    <message>
        <source>Save project</source>
        <translation>保存项目</translation>
    </message>
    <message>
        <source>%1 was not saved: a scenario file contains one machine. Choose a name that ends in .rigwright.</source>
        <translation>%1 未保存：方案文件只含一台机器。请选择以 .rigwright 结尾的文件名。</translation>
    </message>
    <message>
        <source>Revert to the saved file</source>
        <translation>恢复到已保存的文件</translation>
    </message>
    <message>
        <source>Reverted to %1. Undo restores your changes.</source>
        <translation>已恢复为 %1 的内容。撤销可找回您的改动。</translation>
    </message>
    <message>
        <source>Save the changes to this project first?</source>
        <translation>要先保存对此项目的更改吗？</translation>
    </message>
    <message>
        <source>The file was changed</source>
        <translation>文件已被修改</translation>
    </message>
    <message>
        <source>%1 was changed by another program since it was opened or saved here. If you overwrite it, that version stays beside it as %2.</source>
        <translation>%1 在此打开或保存之后，被别的程序修改过。如果覆盖，那个版本会以 %2 的名字保留在旁边。</translation>
    </message>
    <message>
        <source>Overwrite</source>
        <translation>覆盖</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>A project now has one task for all machines. In %1 the tasks differ: that of the first machine is the project&apos;s, and these have a task of their own, marked ≠: %2</source>
        <translation>现在一个项目的所有机器共用一个任务。%1 中的任务不同：以第一台机器的任务为项目的任务，以下机器有自己的任务，以 ≠ 标记：%2</translation>
    </message>
</context>
<context>
    <name>rigwright::WorkingModel</name>
    <message>
        <source>Metric</source>
        <translation>指标</translation>
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
        <source>Calculation</source>
        <translation>计算过程</translation>
    </message>
    <message>
        <source>◆ Assumption (expert judgment, not measured)</source>
        <translation>◆ 假设：经验判断，未经实测。</translation>
    </message>
    <message>
        <source>Go to the setting</source>
        <translation>转到该设置</translation>
    </message>
    <message>
        <source>GB</source>
        <translation>GB</translation>
    </message>
    <message>
        <source>Memory in GB (10⁹ bytes) instead of GiB (2³⁰ bytes)</source>
        <translation>用 GB（10⁹ 字节）而不是 GiB（2³⁰ 字节）显示内存</translation>
    </message>
    <message>
        <source>Show the part&apos;s figures</source>
        <translation>查看该部件的指标</translation>
    </message>
</context>
<context>
    <name>rigwright::WorkloadModel</name>
    <message>
        <source>Workload</source>
        <translation>工作负载</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本数</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation>微批次</translation>
    </message>
    <message>
        <source>Runs per month</source>
        <translation>每月次数</translation>
    </message>
    <message>
        <source>One run</source>
        <translation>单次</translation>
    </message>
    <message>
        <source>Of a month</source>
        <translation>月占比</translation>
    </message>
    <message>
        <source>“%1” isn&apos;t valid here. Enter a number above zero, or a name.</source>
        <translation>“%1”不能填在这里。请输入大于零的数或名称。</translation>
    </message>
    <message>
        <source>workload</source>
        <translation>工作负载</translation>
    </message>
    <message>
        <source>No more than %1 workloads can share a machine.</source>
        <translation>共用一台机器的工作负载最多 %1 个。</translation>
    </message>
    <message>
        <source>one more workload</source>
        <translation>添加工作负载</translation>
    </message>
    <message>
        <source>one workload less</source>
        <translation>移除工作负载</translation>
    </message>
</context>
</TS>
