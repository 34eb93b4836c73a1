// SPDX-License-Identifier: MIT
// Byte-pair encoding of text, as `tokenizer.json` of Hugging Face's tokenizers describes it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tales {

/// Splits text into pieces: words with the space before them, and runs of punctuation. Splits each
/// piece into characters and merges pairs of neighbours, in the order in which `learn` merged them.
/// Source: Sennrich et al. 2016, "Neural machine translation of rare words with subword units"
class Tokenizer {
 public:
  /// Learns a vocabulary: the unknown token, the characters that occur at least `least` times in
  /// the text, and then, repeatedly, the merge of the most frequent pair of neighbouring tokens.
  /// Of equally frequent pairs, the one with the smaller ids is merged first.
  /// @param size  the number of tokens; fewer if no pair is left that occurs twice
  static Tokenizer learn(std::string_view text, std::size_t size, std::size_t least);

  /// Parses the result of `json`. @throws std::runtime_error that describes the fault
  static Tokenizer parse(std::string_view json);

  /// The text of a tokenizer.json.
  std::string json() const;

  std::size_t size() const { return tokens_.size(); }

  /// The text of a token; "<unk>" for the unknown token.
  const std::string& token(std::int64_t id) const { return tokens_[static_cast<std::size_t>(id)]; }

  /// @param text  in UTF-8
  std::vector<std::int64_t> encode(std::string_view text) const;

 private:
  using Id = std::int32_t;
  using Pair = std::pair<Id, Id>;

  explicit Tokenizer(std::vector<std::string> tokens);

  void add_merge(const Pair& pair);
  std::vector<Id> characters(std::string_view piece) const;
  void merge(std::vector<Id>& ids) const;

  std::vector<std::string> tokens_;  // the unknown token, characters, then merged pairs
  std::unordered_map<std::string, Id> ids_;
  std::vector<Pair> merges_;
  std::unordered_map<std::uint64_t, std::size_t> ranks_;  // positions of pairs in `merges_`
};

}  // namespace tales
