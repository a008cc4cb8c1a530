import type { ChangeEvent } from 'react'
import type { FormOf } from '#web/forms/checked-form.ts'

type Typed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement>

interface FieldProps<T> {
  value: T
  onChange: (value: T | Typed | null) => void
  error: React.ReactNode
  'data-path': string
}

const isTyped = (value: unknown): value is Typed => typeof value === 'object' && value !== null && 'currentTarget' in value

/**
 * A field of a form that has lines. Mantine's own way to set one copies all the values, so that every line would be drawn again at each
 * letter of a note.
 */
export const besideLines = <V extends Record<string, unknown>, K extends keyof V & string>(form: FormOf<V>, name: K): FieldProps<V[K]> => {
  const before = form.getValues()[name]
  return {
    value: before,
    onChange: (change) => {
      const value = isTyped(change) ? change.currentTarget.value : change
      const { [name]: _, ...kept } = form.errors
      // A text is never null: an empty day is an empty text.
      form.setValues({ [name]: value === null && typeof before === 'string' ? '' : value } as unknown as Partial<V>)
      form.setErrors(kept)
    },
    error: form.errors[name],
    'data-path': name,
  }
}
