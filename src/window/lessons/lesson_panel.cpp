#include "window/lessons/lesson_panel.h"

#include "core/base/find_key.h"
#include "window/lessons/lesson_chart.h"
#include "window/widgets/regions.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace xpbd::window {
namespace {

void lesson_text(Ui& ui, const std::string& text, ImU32 colour, ImFont* font = nullptr) {
    wrapped_text(text, colour, font);
    ui.state.ui_map.note_text(text);
}

/// Title, number of the question, and the buttons back, on and leave.
void heading(Ui& ui, float width) {
    LessonState& lessons = ui.state.lessons;
    const std::size_t count = lessons.lesson->steps.size();
    const float side = ui.px(24);
    const float top = ImGui::GetCursorPosY();
    const float right = width - 3 * (side + ui.px(4)) - ui.px(70);
    push_font(ui.fonts.small);
    fitted_text(ui, "LESSON  ·  " + lessons.lesson->title, right, ui.colours.text_dim);
    ImGui::SameLine();
    ImGui::SetCursorPos({right + ui.px(8), top});
    ImGui::TextDisabled("%zu of %zu", lessons.step + 1, count);
    pop_font();
    ImGui::SetCursorPos({width - 3 * (side + ui.px(4)), top - ui.px(4)});
    if (icon_button(ui, "lesson.back", Icon::step_back, "The question before", false, 24) && lessons.step > 0) {
        begin_step(ui.state, lessons.step - 1);
    }
    ImGui::SameLine(0, ui.px(4));
    if (icon_button(ui, "lesson.on", Icon::step, "The next question", false, 24) && lessons.step + 1 < count) {
        begin_step(ui.state, lessons.step + 1);
    }
    ImGui::SameLine(0, ui.px(4));
    if (icon_button(ui, "lesson.leave", Icon::close, "Leave the lesson: what was open before comes back", false, 24)) {
        leave_lesson(ui.state);
    }
}

/// A button beside the last one, or on the next line where there is no room. True where it was pressed.
bool choice_button(Ui& ui, const std::string& label, const std::string& name, float width, bool first, bool chosen) {
    const float wanted = ImGui::CalcTextSize(label.c_str()).x + ui.px(24);
    if (!first) {
        const float used = ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x;
        if (used + ui.px(8) + wanted < width) {
            ImGui::SameLine(0, ui.px(8));
        }
    }
    if (chosen) {
        ImGui::PushStyleColor(ImGuiCol_Button, with_alpha(ui.colours.accent, 0.5f));
    }
    const bool pressed = ImGui::Button(label.c_str(), {wanted, ui.px(30)});
    if (chosen) {
        ImGui::PopStyleColor();
    }
    mark_item(ui, name);
    return pressed;
}

void predict(Ui& ui, float width) {
    LessonState& lessons = ui.state.lessons;
    const lab::LessonStep& step = lessons.current();
    for (std::size_t i = 0; i < step.choices.size(); ++i) {
        if (choice_button(ui, step.choices[i], "lesson.choice." + std::to_string(i), width, i == 0, false)) {
            lessons.picked = static_cast<int>(i);
            answer_step(ui.state);
            return;
        }
    }
    if (!step.drawn()) {
        return;
    }
    const bool ready = predicted(lessons);
    if (choice_button(ui, "Measure", "lesson.measure", width, true, ready)) {
        answer_step(ui.state);
    }
    item_tooltip(ui, ready ? "Runs every value, and draws what comes out over your prediction"
                           : "Draw your prediction on the chart first");
}

/// Compares the prediction with the measured answer, in a sentence.
void verdict(Ui& ui) {
    const LessonState& lessons = ui.state.lessons;
    const lab::LessonStep& step = lessons.current();
    if (step.drawn()) {
        return; // the chart shows both curves
    }
    const std::string& right = step.choices[static_cast<std::size_t>(step.answer)];
    const bool same = lessons.picked == step.answer;
    lesson_text(ui,
                same ? "You predicted: " + right + ". So it is."
                     : "You predicted: " + step.choices[static_cast<std::size_t>(lessons.picked)] +
                           ". Measured: " + right + ".",
                same ? ui.colours.good : ui.colours.warn, ui.fonts.bold);
}

/// Draws the progress while the answer is measured; true during that time.
bool measuring(Ui& ui, float width) {
    const LessonState& lessons = ui.state.lessons;
    if (lessons.running()) {
        ImGui::ProgressBar(static_cast<float>(lessons.job->progress()), {width, ui.px(22)}, "measuring");
        mark_item(ui, "lesson.progress");
    }
    return lessons.running();
}

/// The buttons to the next question or lesson, and to the same question again.
void ways_on(Ui& ui, float width) {
    AppState& state = ui.state;
    LessonState& lessons = state.lessons;
    const bool last = lessons.step + 1 == lessons.lesson->steps.size();
    if (!last) {
        if (choice_button(ui, "Next question", "lesson.next", width, true, true)) {
            begin_step(state, lessons.step + 1);
            return;
        }
    } else if (choice_button(ui, "Next lesson", "lesson.next", width, true, true)) {
        const std::vector<LessonEntry>& all = lesson_list(state);
        const LessonEntry* found = find_key(all, lessons.lesson->key);
        if (found != nullptr && found != &all.back()) {
            open_lesson(state, std::string((found + 1)->key));
        } else {
            leave_lesson(state);
        }
        return;
    }
    if (choice_button(ui, "Ask me again", "lesson.again", width, false, false)) {
        begin_step(state, lessons.step);
    }
}

void answer(Ui& ui, float width) {
    if (!measuring(ui, width)) {
        verdict(ui);
        lesson_text(ui, ui.state.lessons.current().why, ui.colours.text);
        ImGui::Dummy({0, ui.px(2)});
        ways_on(ui, width);
    }
}

} // namespace

void draw_lesson_question(Ui& ui, const ScreenRect& rect) {
    LessonState& lessons = ui.state.lessons;
    begin_region("lesson", rect, ui.colours.raised, {ui.px(14), ui.px(8)}, ImGuiWindowFlags_NoScrollbar);
    const float inner = rect.width() - 2 * ui.px(14);
    const float ways = std::min(ui.px(260), 0.35f * inner);
    const lab::LessonStep& step = lessons.current();
    if (!lessons.answered) {
        lesson_text(ui, step.question, ui.colours.text, ui.fonts.values[0]);
        ImGui::Dummy({0, ui.px(2)});
        push_font(ui.fonts.large);
        if (!step.drawn()) {
            predict(ui, inner);
        } else {
            lesson_text(ui, "The prediction is drawn on a chart: F5 leads back to it.", ui.colours.text_dim);
        }
        pop_font();
    } else {
        ImGui::BeginChild("answer", {inner - ways - ui.px(14), 0}, false, 0);
        if (!measuring(ui, inner - ways - ui.px(14))) {
            push_font(ui.fonts.large);
            verdict(ui);
            lesson_text(ui, step.why, ui.colours.text);
            pop_font();
        }
        ImGui::EndChild();
        ImGui::SameLine(0, ui.px(14));
        ImGui::BeginChild("ways", {ways, 0}, false, ImGuiWindowFlags_NoScrollbar);
        if (!lessons.running()) {
            ways_on(ui, ways);
        }
        ImGui::EndChild();
    }
    ImGui::End();
}

void draw_lesson(Ui& ui, const ScreenRect& rect) {
    LessonState& lessons = ui.state.lessons;
    begin_region("lesson", rect, ui.colours.panel, {ui.px(14), ui.px(12)}, ImGuiWindowFlags_NoScrollbar);
    const float gap = ui.px(20);
    const float inner = rect.width() - 2 * ui.px(14);
    const float left = std::round((inner - gap) * 0.52f);
    ImGui::BeginChild("lesson_text", {left, 0}, false, 0);
    heading(ui, left - ui.px(4));
    if (lessons.open()) {
        ImGui::SetCursorPosX(0);
        if (lessons.answered) { // small, to leave room for the answer
            push_font(ui.fonts.small);
            fitted_text(ui, lessons.current().question, left - ui.px(16), ui.colours.text_dim);
            pop_font();
        } else {
            lesson_text(ui, lessons.current().question, ui.colours.text, ui.fonts.bold);
        }
        ImGui::Dummy({0, ui.px(2)});
        if (lessons.answered) {
            answer(ui, left - ui.px(4));
        } else {
            predict(ui, left - ui.px(4));
        }
    }
    if (lessons.open() && explored(ui.state)) {
        if (choice_button(ui, "Back to the lesson", "lesson.return", left, false, false)) {
            return_to_lesson(ui.state);
        }
        item_tooltip(ui, "Puts back what the lesson had set, and starts it again");
    }
    ImGui::EndChild();
    if (lessons.open()) {
        const ScreenRect area{{rect.min.x + ui.px(14) + left + gap, rect.min.y + ui.px(12)},
                              {rect.max.x - ui.px(14), rect.max.y - ui.px(10)}};
        if (lessons.current().curve) {
            draw_lesson_chart(ui, area);
        } else {
            draw_lesson_bars(ui, area);
        }
    }
    ImGui::End();
}

} // namespace xpbd::window
