let viewModel = SignUpViewModel { userName, email in
    try await Task.sleep(for: .milliseconds(10))  // as if a server were asked
    print("An account for \(userName), \(email)")
    return 1
}
let view = SignUpView(viewModel)

view.userName.type("Al")
print(viewModel.userName)  // prints Al
view.userName.leave()
print(view.userNameMessage.text)  // prints This must have 3 to 20 characters
print(view.button.isEnabled)  // prints false

view.userName.type("Ada")
view.email.type("ada@example.org")
view.password.type("enchantress")
print(view.userNameMessage.text.isEmpty)  // prints true
print(view.button.isEnabled)  // prints true

view.button.press()
print(view.status.text)  // prints One moment
await viewModel.signUp.finished()  // prints An account for Ada, ada@example.org
print(view.status.text)  // prints Account 1 is made
