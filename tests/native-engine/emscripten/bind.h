// SPDX-License-Identifier: MIT
// Implements the part of Embind's API that cpp/bindings uses, for a native program: main.cpp calls
// the registered functions by name, with arguments in JSON.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace emscripten {

using nlohmann::json;

struct allow_raw_pointers {};

/// The registered functions by name. A method of a class is registered as "Class.function"; its
/// first argument is the number of the object.
using Function = std::function<json(const json& arguments)>;
std::map<std::string, Function>& functions();

/// An object that the caller owns. A number represents it in JSON until the caller calls
/// "Class.delete".
struct Object {
  void* address;
  std::string class_name;
};
std::map<int, Object>& objects();
int keep(Object object);

template <class T>
std::string& class_name() {
  static std::string name;
  return name;
}

/// Converts a JSON number, or the text "NaN", "Infinity" or "-Infinity": JSON has no literals for
/// these numbers.
double number_of(const json& x);

template <class T>
T from_json(const json& x) {
  if constexpr (std::is_same_v<T, bool>) {
    return x.get<bool>();
  } else {
    return static_cast<T>(number_of(x));
  }
}

/// Replaces Embind's class for JavaScript values: a list that a binding builds.
class val {
 public:
  static val array() { return val(json::array()); }

  template <class R, class Item>
  void call(const char* name, const Item& item);

  const json& value() const { return value_; }

 private:
  explicit val(json value) : value_(std::move(value)) {}

  json value_;
};

/// Converts the result of a function: {value}, {address} of a block of memory, or {object, class}
/// with the number of an object and the name of its class.
template <class T>
json to_json(const T& x) {
  if constexpr (std::is_pointer_v<T>) {
    using Class = std::remove_pointer_t<T>;
    if (x == nullptr) return {{"value", nullptr}};
    return {{"object", keep({x, class_name<Class>()})}, {"class", class_name<Class>()}};
  } else if constexpr (std::is_same_v<T, std::uintptr_t>) {
    return {{"address", x}};
  } else if constexpr (std::is_same_v<T, val>) {
    return {{"value", x.value()}};
  } else {
    static_assert(std::is_arithmetic_v<T> || std::is_same_v<T, std::string>);
    return {{"value", x}};
  }
}

template <class R, class Item>
void val::call(const char* name, const Item& item) {
  static_assert(std::is_void_v<R>);
  if (std::string(name) != "push") throw std::logic_error(std::string("no ") + name);
  value_.push_back(to_json(item).at("value"));
}

template <class... A, class Call, std::size_t... I>
json apply(Call call, const json& arguments, std::size_t first, std::index_sequence<I...>) {
  if (arguments.size() != first + sizeof...(A)) throw std::runtime_error("another argument count");
  using Result = decltype(call(from_json<std::decay_t<A>>(arguments.at(first + I))...));
  if constexpr (std::is_void_v<Result>) {
    call(from_json<std::decay_t<A>>(arguments.at(first + I))...);
    return {{"value", nullptr}};
  } else {
    return to_json(call(from_json<std::decay_t<A>>(arguments.at(first + I))...));
  }
}

template <class R, class... A, class... Policies>
void function(const std::string& name, R (*call)(A...), Policies...) {
  functions()[name] = [call](const json& arguments) {
    return apply<A...>(call, arguments, 0, std::index_sequence_for<A...>());
  };
}

template <class T>
class class_ {
 public:
  explicit class_(const std::string& name) {
    class_name<T>() = name;
    functions()[name + ".delete"] = [](const json& arguments) {
      delete &self(arguments);
      objects().erase(arguments.at(0).get<int>());
      return json{{"value", nullptr}};
    };
  }

  template <class R, class... A, class... Policies>
  class_& function(const std::string& name, R (*call)(T&, A...), Policies...) {
    return enter<A...>(name, call);
  }

  template <class R, class... A, class... Policies>
  class_& function(const std::string& name, R (*call)(const T&, A...), Policies...) {
    return enter<A...>(name, call);
  }

 private:
  static T& self(const json& arguments) {
    const Object& object = objects().at(arguments.at(0).get<int>());
    if (object.class_name != class_name<T>())
      throw std::runtime_error("an object of another class");
    return *static_cast<T*>(object.address);
  }

  template <class... A, class Call>
  class_& enter(const std::string& name, Call call) {
    functions()[class_name<T>() + "." + name] = [call](const json& arguments) {
      T& object = self(arguments);
      const auto bound = [&](auto&&... rest) {
        return call(object, std::forward<decltype(rest)>(rest)...);
      };
      return apply<A...>(bound, arguments, 1, std::index_sequence_for<A...>());
    };
    return *this;
  }
};

}  // namespace emscripten

#define EMSCRIPTEN_BINDINGS(name)                                             \
  static void enter_##name();                                                 \
  [[maybe_unused]] static const bool entered_##name = (enter_##name(), true); \
  static void enter_##name()
