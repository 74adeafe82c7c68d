/// An action through a stream and through a feature store: to come with the target that they are in.
enum StreamsAndStores {
    static let all: [Case] = []
}
