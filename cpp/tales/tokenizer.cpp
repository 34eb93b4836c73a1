// SPDX-License-Identifier: MIT
#include "tokenizer.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace tales {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kUnknown = "<unk>";

// A regular expression for the pieces that `next_piece` returns. tokenizer.json contains it.
constexpr const char* kPieces =
    R"('(?:s|t|re|ve|m|ll|d)(?![A-Za-z])| ?[^\u0000-@\[-`{-\u007f]+| ?[!-@\[-`{-~]+|[\u0000- \u007f])";

// Typographic characters, which phones and word processors write, and their replacements in ASCII.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kReplacements = {{
    {"\u2018", "'"},
    {"\u2019", "'"},
    {"\u201c", "\""},
    {"\u201d", "\""},
    {"\u2014", "--"},
    {"\u2026", "..."},
}};

bool is_control_or_space(char x) {
  const auto byte = static_cast<unsigned char>(x);
  return byte <= ' ' || byte == 0x7f;
}

// A character outside ASCII counts as a letter.
bool is_letter(char x) {
  return (x >= 'A' && x <= 'Z') || (x >= 'a' && x <= 'z') || static_cast<unsigned char>(x) >= 0x80;
}

bool is_ascii_letter(char x) { return is_letter(x) && static_cast<unsigned char>(x) < 0x80; }

bool is_mark(char x) { return !is_letter(x) && !is_control_or_space(x); }

std::size_t suffix_length(std::string_view text) {
  for (const std::string_view suffix : {"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"})
    if (text.starts_with(suffix) &&
        (text.size() == suffix.size() || !is_ascii_letter(text[suffix.size()])))
      return suffix.size();
  return 0;
}

std::string_view next_piece(std::string_view text) {
  if (const std::size_t length = suffix_length(text); length > 0) return text.substr(0, length);
  std::size_t end = text[0] == ' ' ? 1 : 0;
  if (end == text.size() || is_control_or_space(text[end])) return text.substr(0, 1);
  const auto is_same = is_letter(text[end]) ? is_letter : is_mark;
  while (end < text.size() && is_same(text[end])) ++end;
  return text.substr(0, end);
}

template <class Visit>
void for_pieces(std::string_view text, const Visit& visit) {
  while (!text.empty()) {
    const std::string_view piece = next_piece(text);
    visit(piece);
    text.remove_prefix(piece.size());
  }
}

template <class Visit>
void for_characters(std::string_view text, const Visit& visit) {
  for (std::size_t first = 0; first < text.size();) {
    std::size_t end = first + 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) ++end;
    visit(std::string(text.substr(first, end - first)));
    first = end;
  }
}

bool is_character(std::string_view text) {
  int count = 0;
  for_characters(text, [&](const std::string&) { ++count; });
  return count == 1;
}

std::string normalised(std::string_view text) {
  std::string result(text);
  for (const auto& [from, to] : kReplacements)
    for (std::size_t at = 0; (at = result.find(from, at)) != std::string::npos; at += to.size())
      result.replace(at, from.size(), to);
  return result;
}

template <class Id>
std::uint64_t key_of(Id first, Id second) {
  return static_cast<std::uint64_t>(first) << 32U | static_cast<std::uint64_t>(second);
}

}  // namespace

Tokenizer::Tokenizer(std::vector<std::string> tokens) : tokens_(std::move(tokens)) {
  for (std::size_t i = 0; i < tokens_.size(); ++i) ids_[tokens_[i]] = static_cast<Id>(i);
}

void Tokenizer::add_merge(const Pair& pair) {
  ranks_[key_of(pair.first, pair.second)] = merges_.size();
  merges_.push_back(pair);
  const std::string token = tokens_[static_cast<std::size_t>(pair.first)] +
                            tokens_[static_cast<std::size_t>(pair.second)];
  if (ids_.try_emplace(token, static_cast<Id>(tokens_.size())).second) tokens_.push_back(token);
}

std::vector<Tokenizer::Id> Tokenizer::characters(std::string_view piece) const {
  std::vector<Id> ids;
  for_characters(piece, [&](const std::string& character) {
    const auto found = ids_.find(character);
    ids.push_back(found == ids_.end() ? 0 : found->second);
  });
  return ids;
}

Tokenizer Tokenizer::learn(std::string_view text, std::size_t size, std::size_t least) {
  const std::string clean = normalised(text);
  std::map<std::string, std::size_t> alphabet;
  for_characters(clean, [&](const std::string& character) { alphabet[character] += 1; });
  std::vector<std::string> tokens = {std::string(kUnknown)};
  for (const auto& [character, count] : alphabet)
    if (count >= least) tokens.push_back(character);
  Tokenizer tokenizer(std::move(tokens));

  std::map<std::string, std::int64_t, std::less<>> counts;
  for_pieces(clean, [&](std::string_view piece) {
    const auto found = counts.find(piece);
    if (found == counts.end())
      counts.emplace(piece, 1);
    else
      found->second += 1;
  });
  struct Word {
    std::vector<Id> ids;
    std::int64_t count;
  };
  std::vector<Word> words;
  for (const auto& [piece, count] : counts) words.push_back({tokenizer.characters(piece), count});

  std::map<Pair, std::int64_t> pairs;
  const auto count_pairs = [&](const Word& word, std::int64_t sign) {
    for (std::size_t i = 0; i + 1 < word.ids.size(); ++i)
      if (word.ids[i] != 0 && word.ids[i + 1] != 0)
        pairs[{word.ids[i], word.ids[i + 1]}] += sign * word.count;
  };
  for (const Word& word : words) count_pairs(word, 1);
  while (tokenizer.size() < size) {
    const auto best =
        std::max_element(pairs.begin(), pairs.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    if (best == pairs.end() || best->second < 2) break;
    const Pair pair = best->first;
    tokenizer.add_merge(pair);
    const Id merged = tokenizer.ids_.at(tokenizer.token(pair.first) + tokenizer.token(pair.second));
    for (Word& word : words) {
      const auto is_pair = [&](std::size_t i) {
        return i + 1 < word.ids.size() && word.ids[i] == pair.first &&
               word.ids[i + 1] == pair.second;
      };
      std::size_t i = 0;
      while (i < word.ids.size() && !is_pair(i)) ++i;
      if (i == word.ids.size()) continue;
      count_pairs(word, -1);
      std::vector<Id> next(word.ids.begin(), word.ids.begin() + static_cast<std::ptrdiff_t>(i));
      for (; i < word.ids.size(); ++i) {
        const bool is_merged = is_pair(i);
        next.push_back(is_merged ? merged : word.ids[i]);
        if (is_merged) ++i;
      }
      word.ids = std::move(next);
      count_pairs(word, 1);
    }
    pairs.erase(pair);
  }
  return tokenizer;
}

void Tokenizer::merge(std::vector<Id>& ids) const {
  while (true) {
    std::size_t best = merges_.size();
    std::size_t place = 0;
    for (std::size_t i = 0; i + 1 < ids.size(); ++i) {
      const auto found = ranks_.find(key_of(ids[i], ids[i + 1]));
      if (found != ranks_.end() && found->second < best) {
        best = found->second;
        place = i;
      }
    }
    if (best == merges_.size()) return;
    const auto [first, second] = merges_[best];
    ids[place] = ids_.at(tokens_[static_cast<std::size_t>(first)] +
                         tokens_[static_cast<std::size_t>(second)]);
    ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(place) + 1);
  }
}

std::vector<std::int64_t> Tokenizer::encode(std::string_view text) const {
  const std::string clean = normalised(text);
  std::unordered_map<std::string_view, std::vector<Id>> known;
  std::vector<std::int64_t> result;
  for_pieces(clean, [&](std::string_view piece) {
    const auto [place, is_new] = known.try_emplace(piece);
    if (is_new) {
      place->second = characters(piece);
      merge(place->second);
    }
    result.insert(result.end(), place->second.begin(), place->second.end());
  });
  return result;
}

std::string Tokenizer::json() const {
  Json replacements = Json::array();
  for (const auto& [from, to] : kReplacements)
    replacements.push_back({{"type", "Replace"}, {"pattern", {{"String", from}}}, {"content", to}});
  Json vocabulary = Json::object();
  for (std::size_t i = 0; i < tokens_.size(); ++i) vocabulary[tokens_[i]] = i;
  Json merges = Json::array();
  for (const auto& [first, second] : merges_) merges.push_back({token(first), token(second)});
  const Json file = {
      {"version", "1.0"},
      {"truncation", nullptr},
      {"padding", nullptr},
      {"added_tokens", Json::array()},
      {"normalizer", {{"type", "Sequence"}, {"normalizers", replacements}}},
      {"pre_tokenizer",
       {{"type", "Split"},
        {"pattern", {{"Regex", kPieces}}},
        {"behavior", "Isolated"},
        {"invert", false}}},
      {"post_processor", nullptr},
      {"decoder", {{"type", "Fuse"}}},
      {"model",
       {{"type", "BPE"},
        {"dropout", nullptr},
        {"unk_token", kUnknown},
        {"continuing_subword_prefix", nullptr},
        {"end_of_word_suffix", nullptr},
        {"fuse_unk", false},
        {"byte_fallback", false},
        {"ignore_merges", false},
        {"vocab", vocabulary},
        {"merges", merges}}},
  };
  return file.dump() + "\n";
}

Tokenizer Tokenizer::parse(std::string_view json) {
  const auto refuse = [](const std::string& reason) -> std::runtime_error {
    return std::runtime_error("tokenizer: " + reason);
  };
  try {
    const Json file = Json::parse(json);
    const Json& model = file.at("model");
    const auto& vocabulary = model.at("vocab");
    const auto& merges = model.at("merges");
    std::vector<std::string> tokens = {std::string(kUnknown)};
    for (const auto& [token, id] : vocabulary.items())
      if (is_character(token)) tokens.push_back(token);
    Tokenizer tokenizer(std::move(tokens));
    for (const auto& pair : merges) {
      const auto id = [&](std::size_t i) {
        const auto found = tokenizer.ids_.find(pair.at(i).get<std::string>());
        if (found == tokenizer.ids_.end()) throw refuse("a merge of a token that is not there");
        return found->second;
      };
      tokenizer.add_merge({id(0), id(1)});
    }
    if (tokenizer.json() != json) throw refuse("not a file that train:tales writes");
    return tokenizer;
  } catch (const Json::exception& error) {
    throw refuse(error.what());
  }
}

}  // namespace tales
