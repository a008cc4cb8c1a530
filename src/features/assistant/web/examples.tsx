import { Modal } from '@mantine/core'
import type { ChatState } from './chat-state.ts'
import { t } from '#web/i18n.ts'
import type { QueryType } from '#shared/query-types.ts'
import answerStyles from './answer.module.css'
import chatStyles from './chat.module.css'

const words: Record<QueryType, { title: string }> = {
  patient_flow: { title: 'Patient flow' },
  doctor_workload: { title: 'Doctor workload' },
  appointments: { title: 'Appointments' },
  clinical: { title: 'Clinical' },
  lab_status: { title: 'Laboratory' },
  equipment_usage: { title: 'Analysers' },
  pharmacy: { title: 'Pharmacy' },
  inventory_status: { title: 'Stock' },
  purchasing: { title: 'Purchasing' },
  billing_summary: { title: 'Billing' },
  insurance_claims: { title: 'Insurance' },
  department_stats: { title: 'Departments' },
  patient_record: { title: 'Patient records' },
  announcements: { title: 'Announcements' },
}

/** What a kind of questions is called. */
const queryTypeTitle = (type: string): string => t(words[type as QueryType]?.title ?? type)

interface Asking {
  isBusy: boolean
  /** Asks at once. */
  ask: (text: string) => void
}

/** Questions to press. */
export const Chips = ({ label, texts, isBusy, ask }: Asking & { label: string; texts: readonly string[] }) => (
  <div className={`in-row wrap gap-4 ${answerStyles.chips}`} role="group" aria-label={label}>
    <span className="label" aria-hidden>
      {label}
    </span>
    {texts.map((text) => (
      <button
        key={text}
        type="button"
        className={`plain break-anywhere round-l hovers phone-touch outlined-strong max-w-full phone-flex ${chatStyles.askChip}`}
        data-part="ask-chip"
        disabled={isBusy}
        onClick={() => ask(text)}
      >
        {text}
      </button>
    ))}
  </div>
)

/** Questions that this person may ask, by kind. */
export const Examples = ({ examples, isBusy, ask }: Asking & { examples: ChatState['examples'] }) => (
  <div className={`grid items-start gap-5 ${chatStyles.examples}`}>
    {Object.entries(examples)
      .filter(([, texts]) => texts.length > 0)
      .map(([type, texts]) => (
        <section key={type} className="stack panel" aria-label={queryTypeTitle(type)}>
          <h3>{queryTypeTitle(type)}</h3>
          {texts.map((text) => (
            <button
              key={text}
              type="button"
              className={`plain round-m hovers phone-touch pad-3-4 phone-flex ${chatStyles.example}`}
              disabled={isBusy}
              onClick={() => ask(text)}
            >
              {text}
            </button>
          ))}
        </section>
      ))}
  </div>
)

export const ExamplesDialog = ({ close, ask, ...rest }: Parameters<typeof Examples>[0] & { close: () => void }) => (
  <Modal opened onClose={close} size={880} title={t('Examples')} closeButtonProps={{ 'aria-label': t('Close') }}>
    <Examples
      {...rest}
      ask={(text) => {
        close()
        ask(text)
      }}
    />
  </Modal>
)
