import { registerHooks } from 'node:module'

// Some tests of the program read a label of a screen. What the build makes of the catalogues of texts is not there without it: labels are English.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier.startsWith('virtual:text') ? { url: 'data:text/javascript,export default {}', shortCircuit: true } : next(specifier, context),
})
