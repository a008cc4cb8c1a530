import { expect, test } from 'vitest'
import { commonest } from './reason-field.tsx'

test('the commonest reasons come first, the newest among equals, each once', () =>
  expect(commonest(['Fever', 'Wound', 'Cough', 'fever', 'Cough', 'Cough', 'Rash'], 3)).toEqual(['Cough', 'Fever', 'Wound']))
