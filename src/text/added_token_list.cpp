#include "added_token_list.hpp"

#include <algorithm>

namespace remo::text {

TokenIds ids_of(const Vocabulary& vocabulary) {
    TokenIds ids;
    ids.reserve(vocabulary.size());
    for (const auto& [token, id] : vocabulary) ids.insert_or_assign(token, id);
    return ids;
}

AddedTokenList::AddedTokenList(const TokenIds& vocabulary)
    : vocabulary_(vocabulary), next_(static_cast<std::int32_t>(vocabulary.size())) {}

void AddedTokenList::add(AddedToken token) {
    if (token.content.empty()) return;
    const std::int32_t known = id(token.content);
    token.id = known >= 0 ? known : next_;
    next_ = std::max(next_, token.id + 1);
    if (AddedToken* present = find(token.content)) {
        *present = std::move(token);
    } else {
        tokens_.push_back(std::move(token));
    }
}

void AddedTokenList::add_missing(const AddedToken& token) {
    if (!find(token.content)) add(token);
}

std::int32_t AddedTokenList::id(const std::string& content) const {
    if (const auto known = vocabulary_.find(content); known != vocabulary_.end()) return known->second;
    for (const AddedToken& token : tokens_) {
        if (token.content == content) return token.id;
    }
    return -1;
}

AddedToken* AddedTokenList::find(const std::string& content) {
    const auto found = std::find_if(tokens_.begin(), tokens_.end(),
                                    [&](const AddedToken& token) { return token.content == content; });
    return found == tokens_.end() ? nullptr : &*found;
}

}  // namespace remo::text
