import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'

type Errors = Record<string, ReactNode>

/** Mantine's form with one rule for the whole of it. A box to tick says that it is wrong, as other boxes do by themselves. */
export const useCheckedForm = <V extends Record<string, unknown>>(initialValues: V, validate: (values: V) => Errors) =>
  useForm({
    initialValues,
    validate,
    enhanceGetInputProps: ({ inputProps, options }) => (options?.type === 'checkbox' && inputProps.error ? { 'aria-invalid': true } : {}),
  })

/** The form object of a set of values. */
export type FormOf<V extends Record<string, unknown>> = ReturnType<typeof useCheckedForm<V>>
