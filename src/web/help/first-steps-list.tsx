import { ActionIcon, Button, Checkbox } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { t } from '../i18n.ts'
import { savePreferences, useMe, usePreferences } from '../look/preferences.ts'
import { PHONE } from '../look/tokens.ts'
import { toggled } from '../menu.tsx'
import { firstStepsFor } from './first-steps.ts'
import { openHelpPage } from './help-shown.ts'
import styles from './help.module.css'

/** What to try on the first day, above the landing page, until the person puts it away. The help brings it back. */
export const FirstStepsList = () => {
  const me = useMe()
  const { first_steps_done: done = [] } = usePreferences()
  const isPhone = useMediaQuery(PHONE)
  const [chosen, setChosen] = useState<boolean | null>(null)
  const list = useId()
  const steps = firstStepsFor(me?.role === 'patient' ? ['Patient'] : (me?.groups.map(({ name }) => name) ?? []))
  const count = steps.filter(({ label }) => done.includes(label)).length
  const isOpen = chosen ?? !isPhone
  return (
    <section className={`rigid surface line-bottom no-print ${styles.firstSteps}`} aria-label={t('First steps')}>
      <div className="row">
        <h2 className="size-m semi">{t('First steps')}</h2>
        <span className="small t3 num grow">{t('{done} of {all} done', { done: count, all: steps.length })}</span>
        <Button variant="subtle" aria-expanded={isOpen} aria-controls={list} onClick={() => setChosen(!isOpen)}>
          {isOpen ? t('Hide steps') : t('Show steps')}
        </Button>
        <ActionIcon
          aria-label={t('Do not show first steps again')}
          title={t('Do not show first steps again')}
          onClick={() => void savePreferences({ first_steps_closed: true })}
        >
          <IconX size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
      </div>
      <ol id={list} hidden={!isOpen} className={`bare-list grid gap-4-6 ${styles.steps}`}>
        {steps.map(({ label, hint, page }) => (
          <li key={label} className="row items-start">
            <Checkbox
              className="grow"
              checked={done.includes(label)}
              onChange={() => void savePreferences({ first_steps_done: toggled(done, label) })}
              label={
                <>
                  <b>{t(label)}</b>
                  <span className="t2 block">{t(hint)}</span>
                </>
              }
            />
            <Button
              variant="subtle"
              className="rigid"
              aria-label={t('Show how: {step}', { step: t(label) })}
              onClick={() => openHelpPage(page)}
            >
              {t('Show how')}
            </Button>
          </li>
        ))}
      </ol>
    </section>
  )
}
