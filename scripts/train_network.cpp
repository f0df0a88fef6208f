// train_network: trains the network of the agent `champion` on logs of games and writes its weights as source
// text.
//
//   train_network OUT EPOCHS LOG...
//
// Every turn of every game is a position; what it is worth is how the game ended, mixed with the value that
// the mover gave it where the log has one. Of its eight images under the symmetries of the board one is drawn
// for each epoch. Loss: the squared difference between what is expected and what happened, with Adam (Kingma
// and Ba, 2015). The same logs give the same weights, byte for byte: sums are made in one order, no functions
// of the system's mathematics library but the square root, which IEEE 754 defines.

#include "agents/champion/network.hpp"
#include "referee/base/input_file.hpp"
#include "referee/base/seed.hpp"
#include "referee/base/user_error.hpp"
#include "referee/rules/ataxx/rules.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace search;
using referee::Side;

constexpr float kResultShare = 0.5F;
constexpr std::size_t kBatch = 16384;
constexpr std::size_t kParts = 2; // threads: parts of a batch, whose gradients are added in a fixed order
constexpr float kMostWeight = 1.98F;

struct Example {
    std::uint64_t own;
    std::uint64_t theirs;
    float target; ///< 0 to 1
};

/// e^x for |x| up to some 20, to five digits.
double exponential(double x) {
    double y = 1 + x / 4096;
    for (int i = 0; i < 12; ++i) {
        y *= y;
    }
    return y;
}
double expected(double value) {
    return 1 / (1 + exponential(std::clamp(-value, -20.0, 20.0)));
}

void read_log(const std::string& path, std::vector<Example>& examples) {
    auto log = referee::open_input(path, "a log");
    std::string line;
    while (std::getline(log, line)) {
        const auto game = nlohmann::json::parse(line);
        if (!game["fault"].is_null()) {
            continue;
        }
        const int winner = game["winner"].is_null() ? 0 : game["winner"].get<int>();
        const int first = game["first"].get<int>();
        ataxx::Position position;
        const auto make = [&](const auto& move) {
            position = position.after(
                *ataxx::Move::from_numbers({move[0].template get<int>(), move[1].template get<int>(),
                                            move[2].template get<int>(), move[3].template get<int>()}));
        };
        for (const auto& move : game["opening"]) {
            make(move);
        }
        const auto* const scores = game.contains("scores") ? &game["scores"] : nullptr;
        std::size_t turn = 0;
        for (const auto& move : game["moves"]) {
            const int mover = position.to_move() == Side::First ? first : 3 - first;
            const float result = winner == 0 ? 0.5F : winner == mover ? 1.0F : 0.0F;
            float target = result;
            if (const auto score = scores ? (*scores)[turn] : nlohmann::json(); score.is_number()) {
                target = kResultShare * result +
                         (1 - kResultShare) * static_cast<float>(expected(score.get<double>() / kValueOne));
            }
            ++turn;
            examples.push_back({position.own().bits(), position.theirs().bits(), target});
            make(move);
        }
    }
}

struct Weights {
    std::array<std::array<float, kHidden>, kWindows * kWindowStates> input;
    std::array<float, kHidden> hidden_bias;
    std::array<std::array<float, 2 * kHidden>, kBuckets> output;
    std::array<float, kBuckets> output_bias;
};
constexpr std::size_t kNumbers = sizeof(Weights) / sizeof(float);
float* numbers(Weights& weights) {
    return reinterpret_cast<float*>(&weights);
}

/// Image 0 to 7 of a set: mirrored along the ranks, along the files, and along the diagonal.
std::uint64_t image(std::uint64_t set, unsigned which) {
    std::uint64_t made = 0;
    for (; set != 0; set &= set - 1) {
        const int i = std::countr_zero(set);
        int x = i / 7;
        int y = i % 7;
        x = (which & 1U) != 0 ? 6 - x : x;
        y = (which & 2U) != 0 ? 6 - y : y;
        if ((which & 4U) != 0) {
            std::swap(x, y);
        }
        made |= std::uint64_t{1} << (x * 7 + y);
    }
    return made;
}

using Rows = std::array<std::array<std::size_t, kWindows>, 2>;
using Hidden = std::array<std::array<float, kHidden>, 2>;

void see(const Weights& weights, const Example& example, unsigned which, Rows& rows, Hidden& hidden) {
    const std::uint64_t own = image(example.own, which);
    const std::uint64_t theirs = image(example.theirs, which);
    hidden.fill(weights.hidden_bias);
    std::size_t window = 0;
    for (std::uint64_t left = kWindowCorners; left != 0; left &= left - 1, ++window) {
        const int corner = std::countr_zero(left);
        rows[0][window] = input_row(corner, window_state(own, theirs, corner));
        rows[1][window] = input_row(corner, window_state(theirs, own, corner));
        for (std::size_t half = 0; half < 2; ++half) {
            const float* const row = weights.input[rows[half][window]].data();
            for (std::size_t i = 0; i < kHidden; ++i) {
                hidden[half][i] += row[i];
            }
        }
    }
}

std::size_t outputs_of(const Example& example) {
    return bucket(std::popcount(example.own | example.theirs));
}

float value_of(const Weights& weights, const Example& example, const Hidden& hidden) {
    const auto which = outputs_of(example);
    float value = weights.output_bias[which];
    for (std::size_t half = 0; half < 2; ++half) {
        for (std::size_t i = 0; i < kHidden; ++i) {
            const float clipped = std::clamp(hidden[half][i], 0.0F, 1.0F);
            value += clipped * clipped * weights.output[which][half * kHidden + i];
        }
    }
    return value;
}

/// Adds the gradient of the squared error to `gradient`; returns the error.
double learn(const Weights& weights, const Example& example, unsigned which, Weights& gradient) {
    Rows rows;
    Hidden hidden;
    see(weights, example, which, rows, hidden);
    const auto p = static_cast<float>(expected(value_of(weights, example, hidden)));
    const float error = p - example.target;
    const float slope = 2 * error * p * (1 - p);
    const auto outputs = outputs_of(example);
    gradient.output_bias[outputs] += slope;
    for (std::size_t half = 0; half < 2; ++half) {
        std::array<float, kHidden> back;
        for (std::size_t i = 0; i < kHidden; ++i) {
            const float clipped = std::clamp(hidden[half][i], 0.0F, 1.0F);
            gradient.output[outputs][half * kHidden + i] += slope * clipped * clipped;
            const bool moves = hidden[half][i] > 0 && hidden[half][i] < 1;
            back[i] = moves ? slope * weights.output[outputs][half * kHidden + i] * 2 * clipped : 0;
            gradient.hidden_bias[i] += back[i];
        }
        for (const auto row : rows[half]) {
            float* const to = gradient.input[row].data();
            for (std::size_t i = 0; i < kHidden; ++i) {
                to[i] += back[i];
            }
        }
    }
    return static_cast<double>(error) * error;
}

class Adam {
  public:
    Adam()
        : mean_(kNumbers)
        , square_(kNumbers) {}

    void step(float* weights, std::array<std::unique_ptr<Weights>, kParts>& gradients, float count,
              float rate) {
        decay_mean_ *= 0.9F;
        decay_square_ *= 0.999F;
        const float by_mean = 1 / (1 - decay_mean_);
        const float by_square = 1 / (1 - decay_square_);
        for (std::size_t i = 0; i < kNumbers; ++i) {
            float sum = 0;
            for (auto& part : gradients) {
                sum += numbers(*part)[i];
                numbers(*part)[i] = 0;
            }
            sum /= count;
            mean_[i] = 0.9F * mean_[i] + 0.1F * sum;
            square_[i] = 0.999F * square_[i] + 0.001F * sum * sum;
            const float moved =
                weights[i] - rate * (mean_[i] * by_mean) / (std::sqrt(square_[i] * by_square) + 1e-8F);
            weights[i] = std::clamp(moved, -kMostWeight, kMostWeight);
        }
    }

  private:
    std::vector<float> mean_;
    std::vector<float> square_;
    float decay_mean_ = 1;
    float decay_square_ = 1;
};

/// Writes the weights as text that Network reads.
class Writer {
  public:
    explicit Writer(const std::string& path)
        : file_(path) {}

    void put(float weight, int one, int digits) {
        const auto number = std::lround(weight * static_cast<float>(one));
        for (int i = 0; i < digits; ++i) {
            const auto six = static_cast<int>(number >> (6 * i) & 63);
            line_ += static_cast<char>(six + '#' + (six + '#' >= '\\' ? 1 : 0));
        }
        if (line_.size() >= 110) {
            end_line();
        }
    }
    void end_line() {
        file_ << '"' << line_ << "\"\n";
        line_.clear();
    }
    /// Throws UserError when not all of it could be written.
    void finish(const std::string& path) {
        file_.flush();
        if (!file_) {
            throw referee::UserError("cannot write " + path);
        }
    }

  private:
    std::ofstream file_;
    std::string line_;
};

void write(const Weights& weights, const std::string& path) {
    Writer writer(path);
    const auto put = [&](const auto& row, int one) {
        std::ranges::for_each(row, [&](float weight) { writer.put(weight, one, 2); });
    };
    std::ranges::for_each(weights.input, [&](const auto& row) { put(row, kHiddenOne); });
    put(weights.hidden_bias, kHiddenOne);
    std::ranges::for_each(weights.output, [&](const auto& row) { put(row, kOutputOne); });
    std::ranges::for_each(weights.output_bias,
                          [&](float bias) { writer.put(bias, kHiddenOne * kOutputOne, 4); });
    writer.end_line();
    writer.finish(path);
}

Weights starting_weights(referee::SplitMix64& random) {
    Weights weights;
    std::for_each_n(numbers(weights), kNumbers, [&](float& number) {
        number = (static_cast<float>(random.next() >> 40) / 16777216.0F - 0.5F) * 0.2F;
    });
    weights.output_bias.fill(0);
    return weights;
}

/// Adds the gradients of kBatch examples from `first` on, each part in a thread of its own. Returns the sum
/// of the errors.
double learn_batch(const Weights& weights, const Example* first, std::uint64_t seed, std::uint64_t number,
                   std::array<std::unique_ptr<Weights>, kParts>& gradients) {
    std::array<double, kParts> errors{};
    std::array<std::thread, kParts> threads;
    for (std::size_t part = 0; part < kParts; ++part) {
        threads[part] = std::thread([&, part] {
            for (std::size_t i = part * (kBatch / kParts); i < (part + 1) * (kBatch / kParts); ++i) {
                const auto image = static_cast<unsigned>((seed ^ ((number + i) * 0x9e3779b97f4a7c15)) >> 61);
                errors[part] += learn(weights, first[i], image, *gradients[part]);
            }
        });
    }
    for (auto& thread : threads) {
        thread.join();
    }
    return errors[0] + errors[1];
}

/// The mean error of `count` examples.
double mean_error(const Weights& weights, const Example* examples, std::size_t count) {
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
        Rows rows;
        Hidden hidden;
        see(weights, examples[i], 0, rows, hidden);
        const double error = expected(value_of(weights, examples[i], hidden)) - examples[i].target;
        sum += error * error;
    }
    return sum / static_cast<double>(count);
}

/// Learns all examples but a fiftieth, `epochs` times; writes the weights after each.
void train(std::vector<Example> examples, std::size_t epochs, const std::string& path) {
    referee::SplitMix64 random(1);
    random.shuffle(examples);
    const std::size_t held_out = examples.size() / 50;
    std::cerr << examples.size() << " positions, " << held_out << " of them held out\n";
    const auto weights = std::make_unique<Weights>(starting_weights(random));
    std::array<std::unique_ptr<Weights>, kParts> gradients;
    for (auto& part : gradients) {
        part = std::make_unique<Weights>();
    }
    Adam adam;
    std::vector<Example> learned(examples.begin() + static_cast<std::ptrdiff_t>(held_out), examples.end());
    const std::size_t batches = learned.size() / kBatch;
    if (batches == 0) {
        throw referee::UserError("the logs have " + std::to_string(examples.size()) + " positions; " +
                                 std::to_string(2 * kBatch) + " are enough");
    }
    for (std::size_t epoch = 0; epoch < epochs; ++epoch) {
        random.shuffle(learned);
        double error = 0;
        for (std::size_t batch = 0; batch < batches; ++batch) {
            const std::size_t first = batch * kBatch;
            error += learn_batch(*weights, &learned[first], random.next(), first, gradients);
            const float done =
                static_cast<float>(epoch * batches + batch) / static_cast<float>(epochs * batches);
            const float left = 1 - done;
            adam.step(numbers(*weights), gradients, kBatch, 0.00001F + 0.002F * left * left);
        }
        std::fprintf(stderr, "epoch %zu: error %.5f, of those held out %.5f\n", epoch + 1,
                     error / static_cast<double>(batches * kBatch),
                     mean_error(*weights, examples.data(), held_out));
        write(*weights, path);
    }
}

} // namespace

int main(int argc, char** argv) {
    const int epochs = argc < 4 ? 0 : std::atoi(argv[2]);
    if (epochs < 1) {
        std::cerr << "usage: train_network OUT EPOCHS LOG...\n";
        return 2;
    }
    std::vector<Example> examples;
    try {
        std::for_each(argv + 3, argv + argc, [&](const char* log) { read_log(log, examples); });
        train(std::move(examples), static_cast<std::size_t>(epochs), argv[1]);
    } catch (const std::exception& error) { // a file, a line that is no game, or no memory
        std::cerr << "train_network: " << error.what() << '\n';
        return 2;
    }
    return 0;
}
