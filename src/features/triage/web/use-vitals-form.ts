import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { PregnancyOnScreen } from '#features/patients/web/pregnancy-status.tsx'
import { useCheckedForm } from '#web/forms/checked-form.ts'
import type { Clash } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { intentKey } from '#web/calls/intent-key.ts'
import { useDraft } from '#web/forms/use-draft.ts'
import { saveTriage, type Refusal } from './save-triage.ts'
import type { ImplausibleAnswers } from '#web/forms/implausible-dialog.tsx'
import type { Confirmations, ImplausibleValue } from '#shared/implausible.ts'
import { today } from '#web/text/format.ts'
import { settledPart } from '../line.ts'
import { measureKeys, type MeasureKey } from '../measures.ts'
import { askBeyond } from '../plausibility/ask.ts'
import { toImplausibleValue } from '../plausibility/question-text.ts'
import { inWords } from './triage-labels.ts'
import {
  bodyOf,
  isMeasured,
  problemsOf,
  restOfLine,
  valuesOf,
  withLine,
  type SetOnScreen,
  type TriageRecord,
  type VitalValues,
} from './vitals-values.ts'

interface Options {
  triage: TriageRecord
  /** What the record knows of a pregnancy. */
  pregnancy: PregnancyOnScreen | null
  /** The set that is corrected; a new one is written without it. */
  corrected?: SetOnScreen | undefined
  /** Once it is saved; with null when there was nothing to save. */
  onSaved: (saved: TriageRecord | null, next: 'stay' | 'send') => void
}

const wordsOf = (values: VitalValues) =>
  Object.fromEntries(Object.entries(problemsOf(values)).map(([name, sentence]) => [name, inWords(sentence)]))

const textsOf = (messages: unknown): string[] => (Array.isArray(messages) ? messages.map((text) => t(String(text))) : [])

const DAY_MS = 86_400_000
/** Whole days of age today; null where the birthday is not known. */
export const daysOld = ({ date_of_birth: birth }: Pick<TriageRecord, 'date_of_birth'>) =>
  birth === null ? null : Math.max(0, Math.round((Date.parse(today()) - Date.parse(birth)) / DAY_MS))

interface Saving {
  values: VitalValues
  from: number
  next: 'stay' | 'send'
  confirmed?: Confirmations
}

const focusBox = (name: string) => document.querySelector<HTMLElement>(`[data-path="${name}"]`)?.focus()

/**
 * The boxes of one set of vital signs: checked while they are typed in, kept as a draft until they are saved, compared when somebody else
 * corrected the same set meanwhile.
 */
export const useVitalsForm = ({ triage, pregnancy, corrected, onSaved }: Options) => {
  const initialValues = valuesOf(triage, corrected, pregnancy)
  const [key] = useState(intentKey)
  const [startedFrom, setStartedFrom] = useState<number | undefined>()
  // The record may change while the form is open: what it said when it was opened is what the answer is held against.
  const [answer, setAnswer] = useState(initialValues.is_pregnant)
  const [errors, setErrors] = useState<string[]>([])
  const [questions, setQuestions] = useState<{ about: ImplausibleValue[]; next: 'stay' | 'send' } | null>(null)
  const [confirmations, setConfirmations] = useState<Confirmations>([])
  const [clash, setClash] = useState<Clash<VitalValues> | null>(null)
  const [unfinished, setUnfinished] = useState<Partial<Record<MeasureKey, string>>>({})
  const form = useCheckedForm<VitalValues>(initialValues, wordsOf)
  const version = startedFrom ?? triage.version
  const draft = useDraft(form, `triage-${triage.id}${corrected ? `-set-${corrected.id}` : ''}`, { version, onVersion: setStartedFrom })
  const isCorrection = corrected !== undefined

  const showClash = (current: TriageRecord) =>
    setClash({
      mine: withLine(form.getValues()),
      theirs: valuesOf(current, current.observations[0], pregnancy),
      keepMine: () => {
        setStartedFrom(current.version)
        setClash(null)
        save.mutate({ values: form.getValues(), from: current.version, next: 'stay' })
      },
      takeTheirs: () => {
        form.setValues(valuesOf(current, current.observations[0], pregnancy))
        setStartedFrom(current.version)
        setClash(null)
      },
      close: () => setClash(null),
    })
  const explain = (refusal: Refusal, next: 'stay' | 'send') => {
    if (typeof refusal === 'string') return setErrors([refusal])
    const { current, detail, code, questions: about, non_field_errors: whole, ...fields } = refusal
    if (code === 'implausible') return setQuestions({ about: about as ImplausibleValue[], next })
    if (current) return showClash(current as TriageRecord)
    if (typeof detail === 'string') return setErrors([t(detail)])
    const named = Object.entries(fields).map(([name, texts]) => [name, textsOf(texts).join(' ')] as const)
    const boxes = named.filter(([name]) => name in initialValues)
    form.setErrors(Object.fromEntries(boxes))
    setErrors([...textsOf(whole), ...named.filter(([name]) => !(name in initialValues)).map(([, text]) => text)])
    focusBox(boxes[0]?.[0] ?? 'line')
    return undefined
  }
  const save = useMutation({
    mutationFn: ({ values, from, confirmed = [] }: Saving) => {
      const body = { ...bodyOf(values, triage, isCorrection, answer), ...(confirmed.length > 0 && { confirmations: confirmed }) }
      // Without anything measured there is no set: only the level, or what a score goes by, changes.
      const isRepeat = !isCorrection && isMeasured(withLine(values))
      return saveTriage({ id: triage.id, body, version: from, isRepeat, idempotencyKey: key.get() })
    },
    onSuccess: async (saved, { next }) => {
      key.settle()
      setStartedFrom(undefined)
      setErrors([])
      setConfirmations([])
      const empty = valuesOf(saved, undefined, pregnancy)
      setAnswer(empty.is_pregnant)
      form.setInitialValues(empty)
      form.setValues(empty)
      form.resetDirty(empty)
      await draft?.forget()
      void queryClient.invalidateQueries()
      onSaved(saved, next)
    },
    onError: (refusal, { next }) => {
      key.settle(refusal)
      explain(refusal as unknown as Refusal, next)
    },
  })

  /** What the line says goes into the boxes; what it could not read stays in it. */
  const takeLine = () => {
    const values = form.getValues()
    if (values.line.trim() !== '') form.setValues({ ...withLine(values), line: restOfLine(values.line) })
  }
  /** What cannot be stored, but has a likely meaning in another unit. */
  const findSlips = (values: VitalValues): ImplausibleValue[] =>
    measureKeys.flatMap((measure) => {
      const found = values[measure].trim() === '' ? null : askBeyond(measure, values[measure], { days: daysOld(triage), earlier: {} })
      return found && found.meant.length > 0 ? [toImplausibleValue(found)] : []
    })
  /** A likely meaning goes into its box, a confirmed value is sent with its reason; then it is saved as it was meant to be. */
  const answerQuestions = ({ corrected, confirmed }: ImplausibleAnswers) => {
    if (!questions) return
    const typed = form.getValues()
    const right = {
      ...withLine(typed),
      line: restOfLine(typed.line),
      ...Object.fromEntries(Object.entries(corrected).map(([field, value]) => [field, String(value)])),
    }
    const all = [...confirmations.filter(({ field }) => !(field in corrected)), ...confirmed]
    setQuestions(null)
    setConfirmations(all)
    form.setValues(right)
    if (Object.keys(problemsOf(right)).length > 0) return
    if (isUntriaged(right, questions.next)) return
    save.mutate({ values: right, from: version, next: questions.next, confirmed: all })
  }
  /** Nobody is sent on without a category: says so, and goes there. */
  const isUntriaged = (values: VitalValues, next: 'stay' | 'send') => {
    if (next !== 'send' || withLine(values).level !== '') return false
    setErrors([t('Choose a triage category before sending the patient on.')])
    document.querySelector<HTMLElement>('[data-part="levels"] input')?.focus()
    return true
  }
  const submit = (next: 'stay' | 'send') => {
    if (save.isPending) return
    const slips = findSlips(withLine(form.getValues()))
    if (slips.length > 0) return setQuestions({ about: slips, next })
    const { hasErrors, errors: broken } = form.validate()
    if (hasErrors) return focusBox(Object.keys(broken)[0] ?? 'line')
    const values = form.getValues()
    if (isUntriaged(values, next)) return
    const body = bodyOf(values, triage, isCorrection, answer)
    if (Object.keys(body).length > 0) save.mutate({ values, from: version, next, confirmed: confirmations })
    else if (next === 'send') onSaved(null, next)
    else setErrors([t('Enter at least one measurement or a note.')])
    return undefined
  }
  const values = form.getValues()
  const shown = withLine(values)
  return {
    form,
    /** What is asked before anything is saved. */
    asking: questions && {
      questions: questions.about,
      answer: answerQuestions,
      close: () => {
        setQuestions(null)
        focusBox(questions.about[0]?.field ?? 'line')
      },
    },
    /** The boxes as they are with the line. */
    shown,
    /** What is assessed: the line as far as it is typed to its end, and of a box that is being typed into what it held before. */
    assessed: { ...withLine({ ...values, line: settledPart(values.line) }), ...unfinished },
    /** A box is typed into; it is assessed once it is left. */
    type: (measure: MeasureKey) => setUnfinished((before) => (measure in before ? before : { ...before, [measure]: shown[measure] })),
    leave: () => setUnfinished({}),
    takeLine,
    submit,
    errors,
    clash,
    draft: draft?.note ?? null,
    saving: save.isPending,
  }
}
export type VitalsForm = ReturnType<typeof useVitalsForm>
