// EXAMPLE: getting started, program
let viewModel = GreetingViewModel()
let view = GreetingView(viewModel)  // prints Who are you?

view.field.type("Ada")  // as the user does
viewModel.name = "Grace"  // as the program does
print("The field shows \(view.field.text).")

while let line = readLine() { view.field.type(line) }
// END
