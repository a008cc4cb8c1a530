import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'

type Errors = Record<string, ReactNode>

/**
 * Mantine's form with one rule for the whole of it. A box to tick says that it is wrong, as other boxes do by themselves; a box that may not
 * stay empty is marked as required.
 */
export const useCheckedForm = <V extends Record<string, unknown>>(
  initialValues: V,
  validate: (values: V) => Errors,
  isRequired: (path: string) => boolean = () => false,
) =>
  useForm({
    initialValues,
    validate,
    enhanceGetInputProps: ({ inputProps, options, field }) => {
      if (options?.type === 'checkbox') return inputProps.error ? { 'aria-invalid': true } : {}
      return options?.type !== 'radio' && isRequired(String(field)) ? { required: true } : {}
    },
  })

/** The form object of a set of values. */
export type FormOf<V extends Record<string, unknown>> = ReturnType<typeof useCheckedForm<V>>
