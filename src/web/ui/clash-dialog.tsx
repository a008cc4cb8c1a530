import { Button, Modal } from '@mantine/core'
import type { Clash } from '../forms/form.ts'
import { t } from '../i18n.ts'

type Values = Record<string, unknown>

const shown = (value: unknown) =>
  value === null || value === undefined || value === '' ? t('empty') : typeof value === 'string' ? value : JSON.stringify(value)

/** Somebody saved first: both texts, and the choice. */
export const ClashDialog = ({ clash, labels }: { clash: Clash<Values>; labels?: Record<string, string> }) => {
  const differing = Object.keys(clash.mine).filter((name) => name in clash.theirs && shown(clash.mine[name]) !== shown(clash.theirs[name]))
  return (
    <Modal opened onClose={clash.close} size="lg" title={t('Changed in the meantime')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <div className="form-stack">
        <div>{t('Another user saved this record while you were editing it. Nothing is lost: choose the version to keep.')}</div>
        {differing.length === 0 ? (
          <div>{t('The fields of this form did not change. Another part of the record changed.')}</div>
        ) : (
          <table className="k-table">
            <thead>
              <tr>
                <th scope="col">{t('Field')}</th>
                <th scope="col">{t('Yours')}</th>
                <th scope="col">{t('Theirs')}</th>
              </tr>
            </thead>
            <tbody>
              {differing.map((name) => (
                <tr key={name}>
                  <th scope="row">{labels?.[name] ?? name.replaceAll('_', ' ')}</th>
                  <td>{shown(clash.mine[name])}</td>
                  <td>{shown(clash.theirs[name])}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <div className="form-foot">
          <span className="grow" />
          <Button onClick={clash.takeTheirs}>{t('Use theirs')}</Button>
          <Button variant="filled" onClick={clash.keepMine}>
            {t('Overwrite with mine')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
