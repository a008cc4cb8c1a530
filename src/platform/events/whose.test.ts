import { expect, test } from 'vitest'
import type { News } from './hub.ts'
import { nameThePatient } from './whose.ts'

const named = (...patients: number[]) => {
  const news: News[] = [{ topic: 'laboratory', id: 4 }, { topic: 'stock' }, { topic: 'patients', id: 7 }]
  nameThePatient(news, patients)
  return news.map(({ patient }) => patient)
}
test('news of a change to one patient’s record says whose it is, where the topic is of patients', () => {
  expect(named(7)).toEqual([7, undefined, undefined])
})
test('news of a change to several records, or to none, is everybody’s', () => {
  expect(named(7, 8)).toEqual([undefined, undefined, undefined])
  expect(named()).toEqual([undefined, undefined, undefined])
})
