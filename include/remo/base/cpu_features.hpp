#pragma once
/// \file
/// What this build was compiled to use of the processor, against the processor it runs on.
namespace remo {

/// Calls `visit(const char* name)` for each instruction-set extension that the compiler was allowed to use and this
/// processor lacks. Free of library calls, so that it may run before anything that uses such an extension.
template <class Visit>
inline void for_each_missing_cpu_feature([[maybe_unused]] Visit visit) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_cpu_init();
#define REMO_NEEDS_CPU(feature) \
    if (!__builtin_cpu_supports(feature)) visit(feature)
#ifdef __SSE4_2__
    REMO_NEEDS_CPU("sse4.2");
#endif
#ifdef __POPCNT__
    REMO_NEEDS_CPU("popcnt");
#endif
#ifdef __AVX__
    REMO_NEEDS_CPU("avx");
#endif
#ifdef __AVX2__
    REMO_NEEDS_CPU("avx2");
#endif
#ifdef __FMA__
    REMO_NEEDS_CPU("fma");
#endif
#ifdef __BMI__
    REMO_NEEDS_CPU("bmi");
#endif
#ifdef __BMI2__
    REMO_NEEDS_CPU("bmi2");
#endif
#ifdef __AVX512F__
    REMO_NEEDS_CPU("avx512f");
#endif
#ifdef __AVX512CD__
    REMO_NEEDS_CPU("avx512cd");
#endif
#ifdef __AVX512BW__
    REMO_NEEDS_CPU("avx512bw");
#endif
#ifdef __AVX512DQ__
    REMO_NEEDS_CPU("avx512dq");
#endif
#ifdef __AVX512VL__
    REMO_NEEDS_CPU("avx512vl");
#endif
#ifdef __AVX512IFMA__
    REMO_NEEDS_CPU("avx512ifma");
#endif
#ifdef __AVX512VBMI__
    REMO_NEEDS_CPU("avx512vbmi");
#endif
#ifdef __AVX512VBMI2__
    REMO_NEEDS_CPU("avx512vbmi2");
#endif
#ifdef __AVX512VNNI__
    REMO_NEEDS_CPU("avx512vnni");
#endif
#ifdef __AVX512BITALG__
    REMO_NEEDS_CPU("avx512bitalg");
#endif
#ifdef __AVX512VPOPCNTDQ__
    REMO_NEEDS_CPU("avx512vpopcntdq");
#endif
#ifdef __AVX512BF16__
    REMO_NEEDS_CPU("avx512bf16");
#endif
// Clang before 17 has no names for these to ask by.
#if defined(__AVX512FP16__) && (!defined(__clang__) || __clang_major__ >= 17)
    REMO_NEEDS_CPU("avx512fp16");
#endif
#if defined(__AVXVNNI__) && (!defined(__clang__) || __clang_major__ >= 17)
    REMO_NEEDS_CPU("avxvnni");
#endif
#undef REMO_NEEDS_CPU
#endif
}

}  // namespace remo
