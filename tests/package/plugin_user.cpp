extern "C" int plugin();

int main() {
    return plugin();
}
