import { Button, Kbd } from '@mantine/core'
import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react'
import type { EndpointForm as Form } from '../forms/form.ts'
import { ago, dateTime } from '../text/format.ts'
import { t } from '../i18n.ts'
import { keyLabel, useKeys } from '../keyboard/keys.ts'
import { Note } from './status.tsx'

type Values = Record<string, unknown>

// Rare, and the dialog is heavy: it comes when two people meet in one record.
const ClashDialog = lazy(async () => ({ default: (await import('./clash-dialog.tsx')).ClashDialog }))

// Only where several boxes are wrong.
const BrokenFields = lazy(async () => ({ default: (await import('./broken-fields.tsx')).BrokenFields }))

interface Props<V extends Values> {
  form: Form<V>
  /** The word on the button. */
  save: string
  /** Another button of the page is the main one. */
  isAside?: boolean
  onCancel?: () => void
  /** More buttons beside it. */
  extra?: ReactNode
  /** The main button, after it, where saving is one of two ways. */
  primary?: ReactNode
  /** Field names in words, for the comparison of two texts. */
  labels?: Record<string, string>
  children: ReactNode
}

/** The form element of `useEndpointForm`: draft note, errors of the whole, the boxes, the buttons, the comparison after a clash. */
export const EndpointForm = <V extends Values>({ form, save, isAside, onCancel, extra, primary, labels, children }: Props<V>) => {
  const top = useRef<HTMLDivElement>(null)
  const node = useRef<HTMLFormElement>(null)
  const { errors, draft, saving, submit, clash } = form
  // Of several forms the one with the focus is saved, else the main one; each shows the key only while it is the one.
  const findForm = () =>
    document.activeElement?.closest('form') ?? document.querySelector<HTMLFormElement>('form[data-main]') ?? node.current
  useKeys([{ keys: 'Mod+S', label: save, run: () => findForm()?.requestSubmit(), always: true }])
  // The message stands at the top, the button at the foot: bring the eye there.
  useEffect(() => {
    if (errors.length > 0) top.current?.scrollIntoView({ block: 'nearest' })
  }, [errors])
  return (
    <form ref={node} noValidate onSubmit={submit} className="form-stack" data-main={isAside ? undefined : ''} aria-busy={saving}>
      <div ref={top} className="form-stack" style={{ display: draft || errors.length > 0 ? undefined : 'none' }}>
        {draft && (
          <Note tone="waiting">
            <span className="row">
              <span className="grow" title={dateTime(draft.at)}>
                {t('Draft restored')} · {ago(draft.at)}
              </span>
              <Button size="compact-sm" onClick={draft.discard}>
                {t('Discard draft')}
              </Button>
            </span>
          </Note>
        )}
        {errors.length > 0 && (
          <Note tone="critical" alert>
            {errors.length === 1 ? (
              errors[0]
            ) : (
              <ul>
                {errors.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            )}
          </Note>
        )}
      </div>
      {Object.keys(form.form.errors).length > 1 && (
        <Suspense>
          <BrokenFields form={form.form} />
        </Suspense>
      )}
      {children}
      <div className="form-foot no-print">
        {extra}
        <span className="grow" />
        {onCancel && <Button onClick={onCancel}>{t('Cancel')}</Button>}
        <Button
          type="submit"
          variant={isAside || primary ? 'default' : 'filled'}
          loading={saving}
          rightSection={<Kbd className="not-phone">{keyLabel('Mod+S')}</Kbd>}
        >
          {save}
        </Button>
        {primary}
      </div>
      <Suspense>{clash && <ClashDialog clash={clash} labels={labels} />}</Suspense>
    </form>
  )
}
