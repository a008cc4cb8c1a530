import { describe, expect, test } from 'vitest'
import { changesOf, isInBoth, NOTHING_WRITTEN, unsavedText, valuesOf } from './note-values.ts'

describe('a note in its boxes', () => {
  const note = { ...NOTHING_WRITTEN, complaint: 'Cough', disposition: null, follow_up_on: null }

  test('an empty choice is an empty box, and a null again when it is sent', () => {
    const values = valuesOf(note)
    expect(values).toMatchObject({ complaint: 'Cough', disposition: '', follow_up_on: '' })
    expect(changesOf({ ...values, disposition: 'lab' }, values)).toEqual({ disposition: null })
  })

  test('only what differs is sent, an emptied text as an empty text', () => {
    const values = valuesOf(note)
    expect(changesOf(values, values)).toEqual({})
    expect(changesOf(values, { ...values, complaint: '', plan: 'Rest' })).toEqual({ complaint: '', plan: 'Rest' })
  })

  test('two hands in one note are a question only where both wrote', () => {
    const values = valuesOf(note)
    expect(isInBoth(values, { ...values, plan: 'Rest' }, { ...values, history: 'Three days' })).toBe(false)
    expect(isInBoth(values, { ...values, plan: 'Rest' }, { ...values, plan: 'Rest' })).toBe(false)
    expect(isInBoth(values, { ...values, plan: 'Rest' }, { ...values, plan: 'Walk' })).toBe(true)
  })

  test('what was sent and never answered is no question when more was typed since', () => {
    const values = valuesOf(note)
    const [sent, mine] = [
      { ...values, plan: 'Rest' },
      { ...values, plan: 'Rest, and walk' },
    ]
    expect(isInBoth(values, mine, sent, sent)).toBe(false)
    expect(isInBoth(values, mine, { ...sent, plan: 'Run' }, sent)).toBe(true)
  })

  test('what was typed after a signature is kept whole', () => {
    const values = valuesOf(note)
    expect(unsavedText(values, { ...values, plan: 'Rest ', history: 'Three days' })).toBe('Three days\n\nRest')
  })
})
