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
</TS>
