import { Textarea, type TextareaProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listPanels } from '#features/lab-catalogue/contract.ts'
import { functionNames } from '#features/lab-catalogue/rules.ts'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import { formulaState, type FormulaNeed } from './formula-state.ts'
import styles from '../lab-catalogue.module.css'

const faultWord = (fault: NonNullable<FormulaNeed['fault']>) =>
  ({ unknown: () => t('unknown test'), 'no number': () => t('not numeric'), 'out of use': () => t('inactive') })[fault]()

const Need = ({ need: { code, name, fault } }: { need: FormulaNeed }) => (
  <Status chip tone={fault === null ? 'done' : 'critical'}>
    {code}
    {name && ` · ${name}`}
    {fault && ` · ${faultWord(fault)}`}
  </Status>
)

interface Props extends TextareaProps {
  value: string
  self: { id: number | null; code: string }
}

/** The formula of a calculated test; whether it is understood and which tests it needs stand under it while it is typed. */
export const FormulaField = ({ self, ...box }: Props) => {
  const { data } = useQuery(query(listPanels, { query: {} }))
  const state = formulaState(box.value, self, data ?? [])
  return (
    <div className="span-all stack gap-4">
      <Textarea
        label={t('Formula')}
        required
        description={t('Codes of other tests, numbers, + - * / ^, brackets, age (years) and {names}. For example CHOL - HDL.', {
          names: functionNames.join(', '),
        })}
        autosize
        minRows={2}
        maxLength={500}
        spellCheck={false}
        classNames={{ input: `text-m ${styles.lcCode}` }}
        {...box}
      />
      <div role="status" className="row wrap">
        {state.kind === 'unreadable' && (
          <>
            <Status tone="critical">{t(state.problem.text, state.problem.values)}</Status>
            <code className={`text-m ${styles.lcCode} break-anywhere ${styles.caret}`} aria-hidden>
              {box.value.slice(0, state.position)}
              <mark>{box.value[state.position] ?? ' '}</mark>
              {box.value.slice(state.position + 1)}
            </code>
          </>
        )}
        {state.kind === 'read' && state.cycle && (
          <Status tone="critical">{t('Circular formula: {codes}.', { codes: state.cycle.join(' → ') })}</Status>
        )}
        {state.kind === 'read' && !state.cycle && data !== undefined && (
          <>
            <span className="small t3">{state.needs.length === 0 ? t('Choose at least one test.') : t('Requires results of')}</span>
            {state.needs.map((need) => (
              <Need key={need.code} need={need} />
            ))}
          </>
        )}
      </div>
    </div>
  )
}
