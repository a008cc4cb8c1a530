import { expect, test } from 'vitest'
import { firstOpen, wrongOn } from './answers.ts'
import type { Draft } from './draft.ts'

const today = '2026-11-21'
const whole: Draft = {
  key: 'k',
  sent: [],
  item: 1,
  doctor: 'any',
  start: '2026-11-23T06:00:00Z',
  first_name: 'Achieng',
  second_name: 'Ouma',
  born: '3/2/1980',
  gender: 'female',
  phone: '0712 345 678',
  email: '',
  reason: 'A cough',
  consented: false,
  consent_version: null,
}

test('screens open in their order, each after the one before is answered', () => {
  expect(firstOpen(whole, today)).toBe('check')
  expect(firstOpen({ ...whole, start: null, first_name: '' }, today)).toBe('time')
  expect(firstOpen({ ...whole, item: null }, today)).toBe('service')
  expect(firstOpen({ ...whole, phone: '' }, today)).toBe('contact')
})

test.each(['3/2/1980', '03021980', '3.2.80', '3 Feb 1980', '1980-02-03', '29/2/1992'])('%s is a date of birth', (born) => {
  expect(wrongOn('birth', { ...whole, born }, today)).toEqual({})
})
test.each(['', '  ', '30/2/1980', '13/13/1980', '22/11/2026', '1/1/1850', 'soon'])('“%s” is none', (born) => {
  expect(Object.keys(wrongOn('birth', { ...whole, born }, today))).toEqual(['born'])
})
test('whoever is born today may be booked for', () => {
  expect(wrongOn('birth', { ...whole, born: '21/11/2026' }, today)).toEqual({})
})

const contact = (phone: string, email: string) => Object.keys(wrongOn('contact', { ...whole, phone, email }, today))

test('a telephone or an e-mail address is enough, both are fine, and each must be one', () => {
  expect(contact('', 'a@b.example')).toEqual([])
  expect(contact('+254 (712) 345-678', 'a@b.example')).toEqual([])
  expect(contact('', ' ')).toEqual(['phone'])
  expect(contact('call me', '')).toEqual(['phone'])
  expect(contact('0712345678', 'a@b')).toEqual(['email'])
})

test('a name of signs that nobody sees is none', () => {
  expect(Object.keys(wrongOn('name', { ...whole, first_name: '\u200B', second_name: ' ' }, today))).toEqual(['first_name', 'second_name'])
})

test('the words must be agreed to', () => {
  expect(Object.keys(wrongOn('check', whole, today))).toEqual(['consented'])
  expect(wrongOn('check', { ...whole, consented: true }, today)).toEqual({})
})
