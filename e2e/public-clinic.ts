import type { Page } from 'playwright-core'
import { addPerson, api, type TestServer, setUp } from './test-server.ts'
import { see } from './screen.ts'

/** A clinic whose public booking is open: two doctors, every day from eight to four, and two services. */
export const openToPublic = async (app: TestServer) => {
  const token = await setUp(app)
  const post = <T = { id: number }>(path: string, body: unknown) => api<T>(app.url, 'POST', path, { token, body })
  const amina = await addPerson(app, token, 'doctor', ['Amina', 'Hassan'])
  const peter = await addPerson(app, token, 'doctor', ['Peter', 'Otieno'])
  const [exempt] = await api<{ id: number }[]>(app.url, 'GET', '/catalogue/tax-classes/', { token })
  const addItem = async (name: string) =>
    (await post('/catalogue/items/', { name, category: 'consultation', unit: 'each', tax_class: exempt?.id, price: '500.00' })).id
  const [general, antenatal] = [await addItem('Consultation, general'), await addItem('Antenatal check')]
  for (const { id: doctor } of [amina, peter])
    for (let weekday = 1; weekday <= 7; weekday += 1)
      await post('/schedules/', { doctor, weekday, starts_at: '08:00', ends_at: '16:00', slot_minutes: 20, valid_from: '2020-01-06' })
  await api(app.url, 'PUT', '/schedules/services/', {
    token,
    body: { services: [general, antenatal].map((id) => ({ id, minutes: 20, is_public: true })) },
  })
  await api(app.url, 'PUT', '/company/company/', {
    token,
    body: { name: 'Lakeside Clinic', phone1: '+254700123456', address1: 'Oginga Odinga Street, Kisumu' },
  })
  const set = async (change: Record<string, unknown>) => {
    const { version } = await api<{ version: number }>(app.url, 'GET', '/schedules/settings/', { token })
    await api(app.url, 'PUT', '/schedules/settings/', { token, body: { ...change, version } })
  }
  await set({ is_public_open: true })
  return { token, set, amina: amina.id, peter: peter.id, general }
}

export const question = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
export const goOn = (page: Page) => page.getByRole('button', { name: 'Continue' }).tap()

/** A service, a doctor and a time of some day after the next one. */
export const chooseTime = async (page: Page, { doctor, day = 2, time }: { doctor: string; day?: number; time: string }) => {
  await page.getByRole('button', { name: /^Consultation, general/ }).tap()
  await page.getByRole('button', { name: new RegExp(`^${doctor}`) }).tap()
  await see(question(page, 'When would you like to come?'))
  await page.getByRole('radio').nth(day).tap()
  await page.getByRole('button', { name: time, exact: true }).tap()
}

/** Who comes, and what about. */
export const sayWho = async (page: Page, { email }: { email?: string } = {}) => {
  await page.getByLabel('First name').fill('Achieng')
  await page.getByLabel('Last name').fill('Ouma')
  await goOn(page)
  await page.getByLabel('Date of birth').fill('3.2.80')
  await see(page.getByText('Sunday, 3 February 1980').or(page.getByText('Sunday 3 February 1980')))
  await page.getByRole('radio', { name: 'Female', exact: true }).tap()
  await goOn(page)
  await page.getByLabel('Phone').fill('0712 345 678')
  if (email) await page.getByLabel('E-mail').fill(email)
  await goOn(page)
  await page.getByRole('button', { name: 'Follow-up' }).tap()
  await goOn(page)
  await see(question(page, 'Is everything correct?'))
}

export const agree = (page: Page) => page.getByRole('checkbox').check()
export const bookIt = (page: Page) => page.getByRole('button', { name: 'Send request' })
