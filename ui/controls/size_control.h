// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/parameter_control.h"

namespace rigwright {

/// Height and width of an image as one row, shown as width × height. It takes "1280×960", or "640" for a square; the
/// slider sets the height and keeps the ratio of the sides. Both fields change in one step.
class SizeControl : public ParameterControl {
    Q_OBJECT

public:
    /// The path of the row is that of the height.
    SizeControl(QString height, QString width, NumberSpec spec, QWidget* parent = nullptr);

    const QString& width_path() const { return width_path_; }
    bool edits(const QString& path) const override;
    void show_size(const FieldValue& height, const FieldValue& width, bool is_default);

signals:
    /// Nothing for both: as by default.
    void size_entered(const rigwright::FieldValue& height, const rigwright::FieldValue& width);

protected:
    QString shown_text(double number) const override;
    bool understands(const QString& text) const override;
    QString why_not(const QString& text) const override;
    double present() const override;
    void take(const QString& text) override;
    void take_number(double number) override;
    void step(int direction) override { climb(direction); }
    void reset() override;

private:
    struct Size {
        double width = 0.0;
        double height = 0.0;
    };

    std::optional<Size> size_of(const QString& text) const;
    /// The width at that height, in the ratio of the sides.
    double width_at(double height) const;
    void ask_for(const Size& size);

    QString width_path_;
    std::optional<double> width_;
    /// Width by height. While the slider moves it stays what it was, though pixels are whole.
    double ratio_ = 1.0;
    std::optional<double> asked_width_;
};

} // namespace rigwright
