const GeneratorPrototype: object = Object.getPrototypeOf(function* () {}.prototype) as object
const IteratorPrototype: object = Object.getPrototypeOf(GeneratorPrototype) as object
const TypedArrayPrototype: object = Object.getPrototypeOf(Uint8Array.prototype) as object

/** What plain code writes to on objects of its own, although they inherit it: that goes on to work. */
const overridden = new Map<object, readonly string[]>([
  [Object.prototype, Object.getOwnPropertyNames(Object.prototype).filter((name) => name !== '__proto__')],
  [Function.prototype, ['constructor', 'bind', 'call', 'apply', 'toString']],
  [Array.prototype, ['toString', 'push', 'concat']],
  [Date.prototype, ['toString', 'toJSON']],
  ...[Error, TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError, AggregateError].map(
    ({ prototype }): [object, string[]] => [prototype, ['constructor', 'name', 'message', 'toString']],
  ),
])

// Two stay open: RegExp.prototype, which V8 no longer knows as unchanged when it is frozen, so that every search takes ten times as long; and
// Map.prototype with WeakMap.prototype, which PDF.js completes when it is loaded.
const prototypes: readonly object[] = [
  ...overridden.keys(),
  ...[String, Number, Boolean, Symbol, BigInt, Set, WeakSet, WeakRef, ArrayBuffer, DataView].map(({ prototype }) => prototype),
  Promise.prototype,
  GeneratorPrototype,
  IteratorPrototype,
  TypedArrayPrototype,
]

/**
 * A frozen property refuses assignment to every object that inherits it. As an accessor it cannot be changed either, while assigning to
 * another object gives that object a property of its own, as it did before.
 */
const keepOverridable = (prototype: object, name: string) => {
  const found = Object.getOwnPropertyDescriptor(prototype, name)
  if (!found?.configurable || !('value' in found)) return
  const value: unknown = found.value
  Object.defineProperty(prototype, name, {
    get: () => value,
    set(this: object, own: unknown) {
      if (this === prototype) throw new TypeError(`${name} of a built-in prototype cannot be changed.`)
      Object.defineProperty(this, name, { value: own, writable: true, enumerable: true, configurable: true })
    },
    enumerable: found.enumerable ?? false,
    configurable: false,
  })
}

/**
 * From now on nothing can add to or change what all objects, functions, lists, texts, numbers, promises and errors inherit: a write that reaches
 * a prototype by mistake fails instead of changing the whole program. Every entry point calls it after its imports, in each process and
 * thread; modules that are loaded later may not extend built-in prototypes. More than once is harmless.
 */
export const freezePrototypes = (): void => {
  for (const [prototype, names] of overridden) {
    if (!Object.isFrozen(prototype)) for (const name of names) keepOverridable(prototype, name)
  }
  for (const prototype of prototypes) Object.freeze(prototype)
  // A path such as constructor.assign comes to these.
  Object.freeze(Object)
  Object.freeze(Function)
}
