// EXAMPLE: getting started, program
let viewModel = GreetingViewModel()
let view = GreetingView(viewModel)
print(view.label.text)  // prints Who are you?

view.field.type("Ada")  // as the user does
print(viewModel.name, "/", view.label.text)  // prints Ada / Hello, Ada!
viewModel.name = "Grace"  // as the program does
print(view.field.text, "/", view.label.text)  // prints Grace / Hello, Grace!

while let line = readLine() {
    view.field.type(line)
    print(view.label.text)
}
// END
