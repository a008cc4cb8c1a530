import type { FormOf } from '#web/forms/checked-form.ts'

interface FieldProps<T> {
  value: T
  onChange: (value: T) => void
  error: React.ReactNode
  'data-path': string
}

/**
 * A field of a form that has lines. Mantine's own way to set one copies all the values, so that every line would be drawn again at each
 * letter of a note.
 */
export const besideLines = <V extends Record<string, unknown>, K extends keyof V & string>(form: FormOf<V>, name: K): FieldProps<V[K]> => ({
  value: form.getValues()[name],
  onChange: (value) => {
    const { [name]: _, ...kept } = form.errors
    form.setValues({ [name]: value } as unknown as Partial<V>)
    form.setErrors(kept)
  },
  error: form.errors[name],
  'data-path': name,
})
