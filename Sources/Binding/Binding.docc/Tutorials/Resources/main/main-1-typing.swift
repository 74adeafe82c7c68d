let viewModel = SignUpViewModel { userName, email in
    print("An account for \(userName), \(email)")
    return 1
}
let view = SignUpView(viewModel)

view.userName.type("Al")
print(viewModel.userName)  // prints Al
view.userName.leave()
print(view.userNameMessage.text)  // prints This must have 3 to 20 characters
print(view.button.isEnabled)  // prints false
