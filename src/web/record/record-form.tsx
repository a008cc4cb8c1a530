import { useState, type ReactNode } from 'react'
import type { z } from 'zod'
import type { Endpoint, ResponseOf, RequestOf } from '#shared/endpoint.ts'
import type { ApiError } from '../calls/http.ts'
import type { FormOf } from '../forms/checked-form.ts'
import { useEndpointForm } from '../forms/form.ts'
import { t } from '../i18n.ts'
import { toast } from '../messages/toast.tsx'
import { EndpointForm } from '../ui/endpoint-form.tsx'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { call, type RequestArgs } from '../calls/api.ts'
import { confirm } from '../messages/dialogs.ts'
import { queryClient } from '../calls/query-client.ts'

interface Thing {
  id: number
  is_active: boolean
  version: number
}
type Flips = Endpoint & { response: { _zod: { input: Thing } } }
/** Refuses a call that wants more than the thing, its use and its version. */
type Sufficient<E> = { params: { id: number }; body: { is_active: boolean; version: number } } extends RequestOf<E> ? unknown : never

interface Props<E extends Flips> {
  record: Thing & { name: string }
  /** The call that turns its use around. */
  by: E & Sufficient<E>
  /** Asks before it is taken out of use, and says what follows from that. */
  warning?: string
  onDone?: (saved: ResponseOf<E>) => void
}

/** Takes something out of use or back into it; the toast offers the way back. */
const UseButton = <const E extends Flips>({ record, by, warning, onDone }: Props<E>) => {
  const { name } = record
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id, is_active, version }: Thing) =>
      call(by as E, ...([{ params: { id }, body: { is_active: !is_active, version } }] as unknown as RequestArgs<E>)),
    onSuccess: (saved) => {
      void queryClient.invalidateQueries()
      toast.done(saved.is_active ? t('{name} reactivated.', { name }) : t('{name} is inactive.', { name }), {
        label: t('Undo'),
        run: () => mutate(saved),
      })
      onDone?.(saved)
    },
    onError: (error) => toast.failed(error),
  })
  const flip = async () => {
    const isMeant =
      warning === undefined ||
      !record.is_active ||
      (await confirm({ title: t('Deactivate {name}?', { name }), text: warning, action: t('Deactivate'), isGrave: true }))
    if (isMeant) mutate(record)
  }
  return (
    <Button loading={isPending} onClick={() => void flip()}>
      {record.is_active ? t('Deactivate') : t('Reactivate')}
    </Button>
  )
}

export type Saves = Endpoint & { body: z.core.$ZodType }
export interface Row {
  id: number
  version: number
}
type Values = Record<string, unknown>
type Sent<E extends Saves> = z.input<E['body']>

/** What is sent of the boxes: the same of a new record and of a change, unless `toNewBody` says more of a new one. */
type Bodies<V, C extends Saves, U extends Saves> =
  | { toBody?: (values: V) => Sent<C> & Sent<U>; toNewBody?: undefined }
  | { toBody: (values: V) => Sent<U>; toNewBody: (values: V) => Sent<C> }

interface Options<R extends Row, V extends Values, C extends Saves, U extends Saves> {
  /** Null adds one. */
  row: R | null
  create: C
  update: U
  /** The word on the button that adds. */
  save?: string
  /** What the boxes hold of a record, and of none. */
  values: (row: R | null) => V
  /** What the contract cannot know, by the path of the box. */
  check?: (values: V) => Record<string, string>
  /** What a record is called. */
  name: (row: ResponseOf<U> | R) => string
  /** Null for records that are never out of use. */
  use?: null
  /** Asks before it is taken out of use, and says what follows from that. */
  warning?: string
  /** Field names in words, for the comparison after a clash. */
  labels?: Record<string, string>
  draftKey?: string
  /** Other buttons beside those of the form. */
  extra?: ReactNode
  onRefused?: (error: ApiError) => boolean
  /** What is said once it is saved, in place of its name. */
  message?: (saved: ResponseOf<U>) => string
  /** Called once it is saved, instead of the message and `onClose`. */
  onSaved?: (saved: ResponseOf<U>, form: FormOf<V>) => void
  /** Cancels, and ends a form that was saved; without it the form stays. */
  onClose?: (() => void) | undefined
  onAdded?: (saved: ResponseOf<C>) => void
}

/** What a form that adds a record or changes one is made of, declared once for both. */
export type RecordOptions<R extends Row, V extends Values, C extends Saves, U extends Saves> = Options<R, V, C, U> & Bodies<V, C, U>

/** The form of a record, and what its `EndpointForm` is given. */
export const useRecordForm = <R extends Row, V extends Values, C extends Saves, U extends Saves>(options: RecordOptions<R, V, C, U>) => {
  const { row, create, update, save = t('Add'), values, toBody, toNewBody = toBody, check, name, use, warning } = options
  const { labels, draftKey, extra, onRefused, message, onSaved, onClose, onAdded } = options
  // The version that was opened here: news of another's change must not hide that it happened.
  const [version, setVersion] = useState(row?.version)
  const body = row ? toBody : toNewBody
  const endpointForm = useEndpointForm<Saves, V>(row ? update : create, {
    initialValues: values(row),
    params: (row ? { id: row.id } : undefined) as never,
    version,
    draftKey: draftKey === undefined ? undefined : `${draftKey}-${row?.id ?? 'new'}`,
    toBody: body && ((all: V) => body(all)),
    check,
    boxesOf: (current) => values(current as R),
    onRefused,
    onSaved: (answer) => {
      const saved = answer as ResponseOf<U>
      if (row) setVersion((saved as unknown as Row).version)
      if (onSaved) return onSaved(saved, endpointForm.form)
      toast.done(message?.(saved) ?? t(row ? '{name} saved.' : '{name} added.', { name: name(saved) }))
      if (row || !onAdded) onClose?.()
      else onAdded(answer as ResponseOf<C>)
    },
  })
  const usable = row as (R & { is_active: boolean }) | null
  const flip = usable && use !== null && (
    <UseButton
      record={{ ...usable, version: Math.max(usable.version, version ?? 0), name: name(usable) }}
      by={update as never}
      warning={warning}
      onDone={(saved) => {
        setVersion((saved as unknown as Row).version)
        onClose?.()
      }}
    />
  )
  return {
    form: endpointForm,
    save: row ? t('Save') : save,
    onCancel: onClose,
    labels,
    extra: (
      <>
        {flip}
        {extra}
      </>
    ),
  }
}

/** The form that adds a record, or changes one: its boxes, who changed it meanwhile, and taking it out of use. */
export const RecordForm = <R extends Row, V extends Values, C extends Saves, U extends Saves>({
  children,
  ...options
}: RecordOptions<R, V, C, U> & {
  /** The boxes. */
  children: (form: FormOf<V>) => ReactNode
}) => {
  const record = useRecordForm(options as unknown as RecordOptions<R, V, C, U>)
  return <EndpointForm {...record}>{children(record.form.form)}</EndpointForm>
}
