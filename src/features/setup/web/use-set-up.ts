import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { login } from '#features/users/contract.ts'
import { noteActivity } from '#web/session/activity.ts'
import { ApiError, call, messageOf } from '#web/calls/api.ts'
import type { Clinic } from '#web/calls/clinic.ts'
import { withoutEmptyTexts } from '#web/forms/empty-fields.ts'
import '#web/forms/field-texts.ts'
import { t } from '#web/i18n.ts'
import { adoptTokens } from '#web/session/tokens.ts'
import { checkSetUpCode, setUpClinic } from '../contract.ts'
import {
  bodyOf,
  boxOf,
  type Draft,
  dropDraft,
  emptyValues,
  keepDraft,
  readDraft,
  type SetUpBody,
  type SetUpValues,
  type Step,
  stepOf,
  steps,
} from './set-up-values.ts'

const WELCOME = '/dashboard/administration/set-up/begin'

const requestOf = (values: SetUpValues) => withoutEmptyTexts(setUpClinic.body, bodyOf(values)) as SetUpBody

const check = schemaResolver(setUpClinic.body as never, { sync: true })

const errorsIn = (values: SetUpValues): Record<string, string> => {
  const found = Object.entries(check(requestOf(values) as never)).map(
    ([path, text]) => [boxOf(values, path), t(typeof text === 'string' ? text : 'Not valid.')] as const,
  )
  const isDifferent = values.again !== values.administrator.password
  return {
    ...(values.code.trim() === '' && { code: t('This field is required.') }),
    ...Object.fromEntries(found),
    ...(isDifferent && { again: t('The passwords do not match.') }),
  }
}

/** The application starts again as the administrator, with the clinic's name, language and formats. */
const enter = async ({ email, password }: SetUpValues['administrator']) => {
  dropDraft()
  try {
    const tokens = await call(login, { body: { email, password } })
    noteActivity()
    adoptTokens(tokens)
    location.assign(WELCOME)
  } catch {
    location.assign('/auth/login')
  }
}

const beginning = (clinic: Clinic | undefined): Draft => {
  const fresh = emptyValues(clinic)
  return readDraft(fresh) ?? { values: fresh, step: 'code' }
}

/** The wizard: its form, the step that is shown, and the ways between the steps. */
export const useSetUp = (clinic: Clinic | undefined) => {
  const [begin] = useState(() => beginning(clinic))
  const [step, setStep] = useState<Step>(begin.step)
  const [refusal, setRefusal] = useState<string | null>(null)
  /** Counts the times that something was refused: each time the first refused box takes the cursor. */
  const [refusals, setRefusals] = useState(0)
  const form = useForm<SetUpValues>({ initialValues: begin.values })
  const values = form.getValues()

  // The tab's storage is outside React.
  useEffect(() => keepDraft({ values, step }), [values, step])

  const show = (errors: Record<string, string>) => {
    const first = steps.find((one) => Object.keys(errors).some((path) => stepOf(path) === one))
    if (first) setStep(first)
    form.setErrors(errors)
    setRefusals((count) => count + 1)
  }
  const sentenceAt = ([path, texts]: [string, string[]]) => [boxOf(form.getValues(), path), texts.map((text) => t(text)).join(' ')] as const
  const refused = (error: Error) => {
    if (error instanceof ApiError && error.status === 409) return setRefusal(t('This clinic is already set up. Sign in instead.'))
    if (error instanceof ApiError && error.code === 'code_void') return show({ code: messageOf(error) })
    if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0) return setRefusal(messageOf(error))
    const { '': whole = [], ...named } = error.fields
    setRefusal(whole.length > 0 ? whole.map((text) => t(text)).join(' ') : null)
    show(Object.fromEntries(Object.entries(named).map(sentenceAt)))
  }
  const save = useMutation({
    mutationFn: () => call(setUpClinic, { body: requestOf(form.getValues()) }),
    onSuccess: () => enter(form.getValues().administrator),
    onError: refused,
  })
  const at = steps.indexOf(step)
  const goOn = () => {
    const following = steps[at + 1]
    if (following) setStep(following)
  }
  /** The code is checked on its own step: a wrong one is not found out after everything else was typed. */
  const checkCode = useMutation({
    mutationFn: () => call(checkSetUpCode, { body: { code: form.getValues().code } }),
    onSuccess: goOn,
    onError: refused,
  })

  const next = () => {
    setRefusal(null)
    const errors = errorsIn(form.getValues())
    const here = Object.fromEntries(Object.entries(errors).filter(([path]) => stepOf(path) === step))
    form.clearErrors()
    if (Object.keys(here).length > 0) return show(here)
    if (step === 'code') return checkCode.mutate()
    if (at < steps.length - 1) return goOn()
    if (Object.keys(errors).length > 0) show(errors)
    else save.mutate()
  }
  const back = () => {
    form.clearErrors()
    setStep(steps[Math.max(0, at - 1)] ?? 'code')
  }
  return { form, step, at, next, back, refusal, refusals, isSaving: save.isPending || save.isSuccess || checkCode.isPending }
}
export type SetUp = ReturnType<typeof useSetUp>
