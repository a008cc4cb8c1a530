import { expect, test } from 'vitest'
import type { News } from './hub.ts'
import { nameThePatient } from './ownership.ts'

const named = (...patients: number[]) => {
  const news: News[] = [{ topic: 'laboratory', id: 4 }, { topic: 'stock' }, { topic: 'patients', id: 7 }]
  nameThePatient(news, patients, () => false)
  return news.map(({ patient }) => patient)
}
test('news of a change to one patient’s record says whose it is, where the topic is of patients', () => {
  expect(named(7)).toEqual([7, undefined, undefined])
})
test('news of a change to several records, or to none, is everybody’s', () => {
  expect(named(7, 8)).toEqual([undefined, undefined, undefined])
  expect(named()).toEqual([undefined, undefined, undefined])
})

test('news of a restricted record says nothing of whose it is, whatever the topic', () => {
  const news: News[] = [
    { topic: 'laboratory', id: 4 },
    { topic: 'patients', id: 7 },
    { topic: 'patients', id: 8 },
  ]
  nameThePatient(news, [7], (patient) => patient === 7)
  expect(news).toEqual([{ topic: 'laboratory', id: 4 }, { topic: 'patients' }, { topic: 'patients', id: 8 }])
})
