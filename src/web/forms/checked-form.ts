import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'

type Errors = Record<string, ReactNode>

/** Mantine's form with one rule for the whole of it. */
export const useCheckedForm = <V extends Record<string, unknown>>(initialValues: V, validate: (values: V) => Errors) =>
  useForm({ initialValues, validate })

/** The form object of a set of values. */
export type FormOf<V extends Record<string, unknown>> = ReturnType<typeof useCheckedForm<V>>
