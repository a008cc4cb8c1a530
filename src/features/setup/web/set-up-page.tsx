import { Button } from '@mantine/core'
import { useEffect, useRef, type FormEvent, type ReactNode } from 'react'
import { useClinic } from '#web/calls/clinic.ts'
import { t } from '#web/i18n.ts'
import { PlainPage } from '#web/plain-page.tsx'
import { Note } from '#web/ui/status.tsx'
import { AdministratorStep } from './administrator-step.tsx'
import { CodeStep } from './code-step.tsx'
import { CompanyStep } from './company-step.tsx'
import { DepartmentsStep } from './departments-step.tsx'
import { ServicesStep } from './services-step.tsx'
import { type Step, steps } from './set-up-values.ts'
import { type SetUp, useSetUp } from './use-set-up.ts'
import { WizardSteps } from './wizard-steps.tsx'
import './set-up.css'

const bodies: Record<Step, (props: { form: SetUp['form'] }) => ReactNode> = {
  code: CodeStep,
  company: CompanyStep,
  departments: DepartmentsStep,
  services: ServicesStep,
  administrator: AdministratorStep,
}

/** Where typing begins: among prices at the first price, elsewhere at the first box. */
const firstBox = (form: HTMLElement | null) =>
  form?.querySelector<HTMLElement>('[data-box="price"]') ?? form?.querySelector<HTMLElement>('input')

/** The first start of a new clinic: code, clinic, departments, catalogue, administrator; then signed in at once, for logo and numbers. */
export const SetUpPage = () => {
  const { form, step, at, next, back, refusal, refusals, isSaving } = useSetUp(useClinic())
  const node = useRef<HTMLFormElement>(null)
  const focused = useRef('')
  const isLast = at === steps.length - 1
  const Body = bodies[step]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSaving) next()
  }
  // Focus is outside React: a new step, or a refused field, takes it.
  useEffect(() => {
    const place = `${step} ${refusals}`
    if (focused.current === place) return
    focused.current = place
    const broken = Object.keys(form.errors).map((path) => form.getInputNode<HTMLElement, string>(path))
    const first = broken.find((box) => box !== null) ?? firstBox(node.current)
    first?.focus()
  })
  return (
    <PlainPage title={t('Set up your clinic')} wide>
      <WizardSteps at={at} />
      <form ref={node} noValidate className="form-stack" aria-busy={isSaving} onSubmit={submit}>
        {refusal !== null && (
          <Note tone="critical" alert>
            {refusal}
          </Note>
        )}
        <Body form={form} />
        <div className="form-foot">
          {at > 0 && (
            <Button onClick={back} disabled={isSaving}>
              {t('Back')}
            </Button>
          )}
          <span className="grow" />
          <Button type="submit" variant="filled" loading={isSaving}>
            {isLast ? t('Set up the clinic') : t('Continue')}
          </Button>
        </div>
      </form>
    </PlainPage>
  )
}
