// In builds with the address sanitizer only: libraries stay loaded until the process ends. Otherwise Mesa's drivers are
// unloaded before leaks are looked for, and what they keep in their own globals counts as lost, without a name to
// suppress it by.
extern "C" int dlclose(void*);
extern "C" int dlclose(void*) {
    return 0;
}
