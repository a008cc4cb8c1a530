import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { unitText } from '#features/lab-catalogue/rules.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { putCodes } from '#features/analysers/contract.ts'
import type { Code, Equipment } from '../analyser-types.ts'
import type { CodeDraft } from './code-list.ts'
import { LearnPanel } from './learn-panel.tsx'
import { useCodes } from './use-codes.ts'
import styles from '../lists.module.css'

const CodeDialog = lazy(async () => ({ default: (await import('./code-dialog.tsx')).CodeDialog }))

export interface OpenCode {
  from: CodeDraft
  isNew: boolean
}

const Row = ({ code, onOpen }: { code: Code; onOpen: (() => void) | undefined }) => (
  <tr>
    <th scope="row" className="strong num">
      {onOpen ? (
        <button type="button" className="plain link" onClick={onOpen}>
          {code.code}
        </button>
      ) : (
        code.code
      )}
    </th>
    <td>{code.panel_name ?? <span className="t3">{t('Ignored')}</span>}</td>
    <td className="not-phone num">{unitText(code.unit) || <span className="t3">–</span>}</td>
    <td className="not-phone t2">
      {Object.entries(code.values)
        .map(([from, to]) => `${from} → ${to}`)
        .join(', ') || <span className="t3">–</span>}
    </td>
  </tr>
)

/** What the codes of an instrument mean, and those that it sent and nobody has explained. */
export const CodesPanel = ({ equipment }: { equipment: Equipment }) => {
  const { can } = useRights()
  const codes = useCodes(equipment)
  const [open, setOpen] = useState<OpenCode | null>(null)
  const mayChange = can(putCodes)
  const add = mayChange && (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setOpen({ from: { code: '', panel: null, unit: null, values: {} }, isNew: true })}
    >
      {t('Map code')}
    </Button>
  )
  const close = () => setOpen(null)
  return (
    <>
      {mayChange && <LearnPanel equipment={equipment} codes={codes} onOpen={setOpen} />}
      <section className={`panel clipped row-heads no-last-line ${styles.panel}`} aria-label={t('Codes')}>
        <div className="panel-head">
          <h2 className="grow">{t('Codes')}</h2>
          {add}
        </div>
        <FourStates
          query={codes.asked}
          loading={<Loading rows={4} />}
          isEmpty={(map) => map.codes.length === 0}
          empty={
            <Empty title={t('No codes mapped yet')} action={add}>
              {t('Results with unmapped codes wait in the inbox.')}
            </Empty>
          }
        >
          {(map) => (
            <table className="k-table" aria-label={t('Codes')}>
              <thead>
                <tr>
                  <th scope="col" className={styles.code}>
                    {t('Code')}
                  </th>
                  <th scope="col">{t('Test')}</th>
                  <th scope="col" className={`not-phone ${styles.code}`}>
                    {t('Unit')}
                  </th>
                  <th scope="col" className="not-phone">
                    {t('Value map')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {map.codes.map((code) => (
                  <Row key={code.id} code={code} onOpen={mayChange ? () => setOpen({ from: code, isNew: false }) : undefined} />
                ))}
              </tbody>
            </table>
          )}
        </FourStates>
      </section>
      <Suspense>
        {open && (
          <CodeDialog
            from={open.from}
            isNew={open.isNew}
            isRunning={codes.isRunning}
            onSave={(code) => codes.put(code, open.isNew ? undefined : open.from.code, close)}
            onRemove={
              open.isNew
                ? undefined
                : () => {
                    codes.remove(open.from.code)
                    close()
                  }
            }
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}
