import { schemaResolver } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { z } from 'zod'
import type { Endpoint, RequestOf, ResponseOf } from '#shared/endpoint.ts'
import { ApiError, call, messageOf, type CallOptions, type RequestArgs } from '../calls/api.ts'
import { useCheckedForm, type FormOf } from './checked-form.ts'
import { isRequired, withoutEmptyTexts } from './empty-fields.ts'
import './field-texts.ts'
import { findHome, lineOf, sayWithoutBox } from './form-paths.ts'
import { t } from '../i18n.ts'
import { queryClient } from '../calls/query-client.ts'
import { intentKey } from '../calls/intent-key.ts'
import { useDraft, type DraftNote } from './use-draft.ts'

type WithBody = Endpoint & { body: z.core.$ZodType }
type Values = Record<string, unknown>
type BodyOf<E extends WithBody> = z.input<E['body']>

interface Options<E extends WithBody, V extends Values> {
  /** What the boxes hold when the form opens: '' for an empty text, whatever the contract says of null. */
  initialValues: V
  /** Path parameters of the request, when the endpoint has any. */
  params?: RequestOf<E> extends { params: infer P } ? P : undefined
  /** With what was in the boxes when it was sent: they can be typed into meanwhile. */
  onSaved?: (saved: ResponseOf<E>, sent: V) => void
  /** Called first with every failure; answer true when it has been dealt with (a 409 with duplicates, say). */
  onRefused?: (error: ApiError) => boolean
  /** Keeps what is typed, per person, under this name until it is saved: `patient-new`, `patient-12`. Never for passwords. */
  draftKey?: string
  /** The version of the record that was opened; sent as `If-Match`. */
  version?: number
  files?: () => CallOptions['files']
  /** An idempotency key that is kept with what was typed: what was sent before the page was loaded again is not done twice. */
  keyOf?: (values: V) => string
  /** What the boxes hold of a record, where that is not the record itself: somebody else's is then compared, and taken over, box by box. */
  boxesOf?: (current: ResponseOf<E>) => Partial<V>
  /**
   * Whether it acts on a record (pays, credits, approves) instead of editing it; every POST does unless said. An action that meets a changed
   * record says so and is tried again on the new state: there are no two texts to compare.
   */
  isAction?: boolean
  /** The new state of a record that an action met changed, in words. */
  stateOf?: (current: Values) => string
  /** The last word on the body before it is checked and sent. */
  toBody?: (values: V) => BodyOf<E>
  /** The box of a field that the form calls otherwise than the contract: `items.0.quantity` may be typed into `quantity`. */
  boxOf?: (path: string) => string
  /** What the contract cannot know, by the path of the box, in the person's language. */
  check?: (values: V) => Readonly<Record<string, string>>
}

/** Another person saved first: their record beside ours. */
export interface Clash<V> {
  mine: V
  theirs: Record<string, unknown>
  /** Saves ours over theirs. */
  keepMine: () => void
  /** Fills the form with theirs. */
  takeTheirs: () => void
  close: () => void
}

export interface EndpointForm<V extends Values> {
  form: FormOf<V>
  saving: boolean
  /** For `<form onSubmit>`. */
  submit: (event?: React.SyntheticEvent<HTMLFormElement>) => void
  /** Messages about the form as a whole. */
  errors: string[]
  clash: Clash<V> | null
  draft: DraftNote | null
}

/** Puts the cursor into the first broken box, in the order of the page. */
const focusFirst = (form: FormOf<Values>, paths: string[]) => {
  const nodes = paths.flatMap((path) => form.getInputNode<HTMLElement, string>(path) ?? [])
  const [first] = nodes.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
  first?.focus()
}

const placed = (errors: Record<string, ReactNode>, boxOf: (path: string) => string) =>
  Object.fromEntries(Object.entries(errors).map(([path, text]) => [boxOf(path), typeof text === 'string' ? t(text) : text]))

/** Nobody types a number into a list of choices: nothing was chosen there. */
const ofChoice = (node: HTMLElement | null, text: ReactNode) =>
  text === t('Enter a number.') && node?.getAttribute('role') === 'combobox' ? t('Choose one.') : text

const REQUIRED = 'This field is required.'

/** What a box is called on the screen, without the star of a required one. */
const labelOf = (node: HTMLElement | null): string => {
  const group = node?.closest('[role="radiogroup"]')?.getAttribute('aria-labelledby')
  const label = group
    ? document.getElementById(group)
    : node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement
      ? node.labels?.[0]
      : null
  return (label?.textContent ?? node?.ariaLabel ?? '').replace(/\s*\*$/, '').trim()
}

/** That a box is empty is said by its name: a screen reader meets the sentence also apart from the box. */
const ofBlank = (node: HTMLElement | null, text: ReactNode) => {
  const field = text === t(REQUIRED) ? labelOf(node) : ''
  return field === '' ? text : t('{field} is required.', { field })
}

/** A line of a document says in itself what is wrong with any of its fields. */
const homeIn = (form: FormOf<Values>, path: string) =>
  findHome(
    path,
    (name) => form.getInputNode(name) !== null,
    (line) => form.getInputNode(`${line}.item`) instanceof HTMLTableRowElement,
  )
const nodePath = (form: FormOf<Values>, path: string) => (form.getInputNode(path) === null ? `${lineOf(path)}.item` : path)
const sayHomeless = (errors: readonly (readonly [string, ReactNode])[]) => [
  ...new Set(errors.flatMap(([path, text]) => (typeof text === 'string' ? sayWithoutBox(path, text) : []))),
]

/** A box that holds a text holds the number of a record as one. */
const inBox = (before: unknown, value: unknown) => (typeof before === 'string' && typeof value === 'number' ? String(value) : (value ?? ''))

/** Whether every box holds what the record as it is now holds: then there is nothing to choose between. */
const isSame = (mine: Values, theirs: Values) =>
  Object.keys(mine).every((name) => name in theirs && JSON.stringify(mine[name]) === JSON.stringify(inBox(mine[name], theirs[name])))

/**
 * A form whose rules, types and server errors all come from one endpoint. One idempotency key per opened form (`intentKey`), a new one after a
 * success; everything on the screen is asked for again after a save.
 */
export const useEndpointForm = <E extends WithBody, V extends Values>(endpoint: E, options: Options<E, V>): EndpointForm<V> => {
  const {
    initialValues,
    params,
    onSaved,
    onRefused,
    draftKey,
    files,
    keyOf,
    boxesOf,
    toBody,
    boxOf = (path: string) => path,
    check,
    isAction = endpoint.method === 'POST',
    stateOf,
  } = options
  const [key] = useState(intentKey)
  // Where the values are a change of another version than the opened one: a draft's, or the one that a clash was settled with.
  const [startedFrom, setStartedFrom] = useState<number | undefined>()
  const version = startedFrom ?? options.version
  const [errors, setErrors] = useState<string[]>([])
  const [clash, setClash] = useState<Clash<V> | null>(null)
  const bodyOf = (values: V) => withoutEmptyTexts(endpoint.body, toBody ? toBody(values) : values)
  const checked = schemaResolver(endpoint.body as never, { sync: true })
  // Of a box of a line it is the same in each.
  const [required] = useState(() => new Map<string, boolean>())
  const isMarked = (path: string) => {
    const any = path.replaceAll(/\d+/g, '0')
    const known = required.get(any)
    if (known !== undefined) return known
    const found = isRequired(endpoint.body, any, initialValues, toBody)
    required.set(any, found)
    return found
  }
  const form = useCheckedForm<V>(
    initialValues,
    (values) => ({
      ...placed(checked(bodyOf(values)), boxOf),
      ...check?.(values),
    }),
    isMarked,
  )
  const draft = useDraft(form, draftKey, { version, onVersion: isAction ? () => undefined : setStartedFrom })

  /** Says each at its box or in its line, and brings the cursor to the first. */
  const showAt = (found: readonly (readonly [string, ReactNode])[]) => {
    const errors = found.map(([path, text]) => {
      const node = form.getInputNode<HTMLElement, string>(path)
      return [path, ofBlank(node, ofChoice(node, text))] as const
    })
    const homes = errors.flatMap(([path, text]) => {
      const home = homeIn(form as never, path)
      return home === null ? [] : [[home, text] as const]
    })
    // What has no box by its path may still be shown by the form's own hand.
    form.setErrors(Object.fromEntries([...errors, ...homes]))
    focusFirst(
      form as never,
      homes.map(([path]) => nodePath(form as never, path)),
    )
  }
  const showFields = ({ fields }: ApiError) => {
    const { '': whole = [], ...named } = fields
    const all = Object.entries(named).map(([path, texts]) => [boxOf(path), texts.map((text) => t(text)).join(' ')] as const)
    showAt(all)
    setErrors([...whole.map((text) => t(text)), ...sayHomeless(all.filter(([path]) => homeIn(form as never, path) === null))])
  }
  const showClash = (error: ApiError) => {
    const row = error.body['current']
    const isRow = typeof row === 'object' && row !== null
    const theirs: Record<string, unknown> = isRow ? { ...row, ...boxesOf?.(row as ResponseOf<E>) } : {}
    const current = typeof theirs['version'] === 'number' ? theirs['version'] : undefined
    if (isAction || isSame(form.getValues(), theirs)) {
      setStartedFrom(current)
      void import('../calls/changed-meanwhile.ts').then(({ changedMeanwhile }) =>
        setErrors([changedMeanwhile(isRow ? stateOf?.(theirs) : undefined)]),
      )
      void queryClient.invalidateQueries()
      return
    }
    setClash({
      mine: form.getValues(),
      theirs,
      keepMine: () => {
        setStartedFrom(current)
        setClash(null)
        save.mutate({ values: form.getValues(), from: current })
      },
      takeTheirs: () => {
        const known = Object.keys(initialValues).filter((name) => name in theirs)
        const taken = known.map((name) => [name, inBox(initialValues[name], theirs[name])] as const)
        form.setValues(Object.fromEntries(taken) as Partial<V>)
        setStartedFrom(current)
        setClash(null)
      },
      close: () => setClash(null),
    })
  }
  const save = useMutation({
    mutationFn: ({ values, from }: { values: V; from: number | undefined }) => {
      const request = { params, body: bodyOf(values) }
      const args = [request, { idempotencyKey: keyOf?.(values) ?? key.get(), version: from, files: files?.() }]
      return call(endpoint, ...(args as unknown as RequestArgs<E>))
    },
    onSuccess: async (saved, { values }) => {
      key.settle()
      setStartedFrom(undefined)
      // First: whatever draws the form while the draft is forgotten must not take what was saved for something to keep.
      form.resetDirty()
      await draft?.forget()
      void queryClient.invalidateQueries()
      onSaved?.(saved, values)
    },
    onError: (error) => {
      key.settle(error)
      if (!(error instanceof ApiError)) return setErrors([messageOf(error)])
      if (onRefused?.(error)) return
      if (error.status === 412) showClash(error)
      else if (Object.keys(error.fields).length > 0) showFields(error)
      else setErrors([messageOf(error)])
    },
  })
  const submit = form.onSubmit(
    (values) => {
      if (save.isPending) return
      setErrors([])
      save.mutate({ values, from: version })
    },
    (broken) => {
      const all = Object.entries(broken as Record<string, ReactNode>)
      showAt(all)
      setErrors(sayHomeless(all.filter(([path]) => homeIn(form as never, path) === null)))
    },
  )
  // To what it began with: of itself it goes back to what was saved last, which may be a password.
  const reset = () => {
    form.resetDirty(initialValues)
    form.reset()
  }
  return { form: { ...form, reset }, saving: save.isPending, submit, errors, clash, draft: draft?.note ?? null }
}
