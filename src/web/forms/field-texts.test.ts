// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import './field-texts.ts'
import { changeLanguage } from '../i18n.ts'
import fr from 'virtual:texts/fr'

afterEach(() => changeLanguage('en'))

const text = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues.map(({ message }) => message)

test('a bound that was missed is named', async () => {
  expect(text(z.int().min(5), 4)).toEqual(['Enter 5 or more.'])
  expect(text(z.number().positive(), -1)).toEqual(['Enter more than 0.'])
  expect(text(z.number().max(1_200), 1_201)).toEqual(['Enter 1,200 or less.'])
  expect(text(z.number().lt(7), 8)).toEqual(['Enter less than 7.'])
  expect(text(z.string().max(3), 'abcd')).toEqual(['Enter at most 3 characters.'])
  expect(text(z.string().min(3), 'ab')).toEqual(['Enter at least 3 characters.'])
  await changeLanguage('fr')
  expect(text(z.int().min(5), 4)).toEqual([fr['Enter {n} or more.']?.replace('{n}', '5')])
})

test('what is missing is asked for, whatever its bounds', () => {
  expect(text(z.string().min(3), '')).toEqual(['This field is required.'])
  expect(text(z.int().min(5), undefined)).toEqual(['This field is required.'])
  expect(text(z.array(z.string()).min(1), [])).toEqual(['Choose at least one.'])
  expect(text(z.enum(['a', 'b']), '')).toEqual(['Choose one.'])
})
