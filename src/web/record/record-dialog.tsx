import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Endpoint, ResponseOf } from '#shared/endpoint.ts'
import type { FormOf } from '../forms/checked-form.ts'
import { useEndpointForm } from '../forms/form.ts'
import { t } from '../i18n.ts'
import { toast } from '../messages/toast.tsx'
import { EndpointForm } from '../ui/endpoint-form.tsx'
import { UseButton } from '../ui/use-button.tsx'

type Saves = Endpoint & { body: z.core.$ZodType }
interface Row {
  id: number
  version: number
}

interface Props<R extends Row, V extends Record<string, unknown>, C extends Saves, U extends Saves> {
  /** Null adds one. */
  row: R | null
  create: C
  update: U
  /** The title of the dialog that adds: `Add store`. */
  add: string
  /** The word on the button that adds. */
  save?: string
  /** What the boxes hold of a record, and of none. */
  values: (row: R | null) => V
  toBody?: (values: V) => z.input<C['body']> & z.input<U['body']>
  /** What a record is called. */
  name: (row: ResponseOf<U> | R) => string
  /** Null for records that are never out of use. */
  use?: null
  /** Asks before it is taken out of use, and says what follows from that. */
  warning?: string
  /** Field names in words, for the comparison after a clash. */
  labels?: Record<string, string>
  draftKey?: string
  size?: string
  onClose: () => void
  onAdded?: (saved: ResponseOf<C>) => void
  /** The boxes. */
  children: (form: FormOf<V>) => ReactNode
}

const Form = <R extends Row, V extends Record<string, unknown>, C extends Saves, U extends Saves>(props: Props<R, V, C, U>) => {
  const { row, create, update, save = t('Add'), values, toBody, name, use, warning, labels, draftKey, onClose, onAdded, children } = props
  const of = useEndpointForm<Saves, V>(row ? update : create, {
    initialValues: values(row),
    ...(row && { params: { id: row.id } as never, version: row.version }),
    ...(draftKey !== undefined && { draftKey: `${draftKey}-${row?.id ?? 'new'}` }),
    ...(toBody && { toBody: (all: V) => toBody(all) }),
    boxesOf: (current) => values(current as R),
    onSaved: (saved) => {
      toast.done(t(row ? '{{name}} is saved.' : '{{name}} is added.', { name: name(saved as R) }))
      if (row || !onAdded) onClose()
      else onAdded(saved as ResponseOf<C>)
    },
  })
  const usable = row as (R & { is_active: boolean }) | null
  const flip = usable && use !== null && (
    <UseButton of={{ ...usable, name: name(usable) }} by={update as never} onDone={onClose} {...(warning !== undefined && { warning })} />
  )
  return (
    <EndpointForm of={of} save={row ? t('Save') : save} onCancel={onClose} extra={flip} {...(labels && { labels })}>
      {children(of.form)}
    </EndpointForm>
  )
}

/** Adds a record, or changes one: its boxes, who changed it meanwhile, and taking it out of use. */
export const RecordDialog = <R extends Row, V extends Record<string, unknown>, C extends Saves, U extends Saves>(
  props: Props<R, V, C, U>,
) => (
  <Modal
    opened
    onClose={props.onClose}
    title={props.row ? props.name(props.row) : props.add}
    closeButtonProps={{ 'aria-label': t('Close') }}
    {...(props.size !== undefined && { size: props.size })}
  >
    <Form {...props} />
  </Modal>
)
