import { expect, test } from 'vitest'
import { dictionary, isReservedName, ownValue } from './dictionary.ts'

const INHERITED = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf', '__defineGetter__']

test('a dictionary holds what was put into it and nothing else', () => {
  const words = dictionary({ a: 1 })
  expect(words['a']).toBe(1)
  for (const name of INHERITED) expect([name, words[name], name in words]).toEqual([name, undefined, false])
  words['__proto__'] = 2
  expect([words['__proto__'], Object.keys(words)]).toEqual([2, ['a', '__proto__']])
})

test('looks up own values only', () => {
  expect([ownValue({ a: 1 }, 'a'), ownValue({ a: 1 }, 'b'), ownValue(undefined, 'a')]).toEqual([1, undefined, undefined])
  for (const name of INHERITED) expect(ownValue({ a: 1 }, name)).toBe(undefined)
})

test('knows the names that lead to a shared prototype', () => {
  expect(['__proto__', 'constructor', 'prototype', 'Constructor', 'proto', ''].map(isReservedName)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})
