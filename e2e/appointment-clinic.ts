import { addPerson, api, type Credentials, startTestServer, setUp } from './test-server.ts'

export const grace: Credentials = { email: 'grace.atieno@clinic.example', password: 'Grace walks home at dusk' }
export const peter: Credentials = { email: 'peter.kamau@clinic.example', password: 'Peter walks home at dusk' }

/** A clinic with a doctor who sees patients every morning, so that no test cares which day it is; two at the desk, four patients. */
export const openAppointmentClinic = async () => {
  const app = await startTestServer()
  const token = await setUp(app)
  await addPerson(app, token, 'receptionist', ['Grace', 'Atieno'])
  await addPerson(app, token, 'receptionist', ['Peter', 'Kamau'])
  const { id: doctor } = await addPerson(app, token, 'doctor', ['Amina', 'Wekesa'])
  const post = (path: string, body: unknown) => api<{ id: number }>(app.url, 'POST', path, { token, body })
  const { id: room } = await post('/schedules/rooms/', { name: 'Room 1' })
  for (let weekday = 1; weekday <= 7; weekday += 1)
    await post('/schedules/', {
      doctor,
      room,
      weekday,
      starts_at: '08:00',
      ends_at: '12:00',
      slot_minutes: 20,
      overbook: 1,
      valid_from: '2025-01-06',
    })
  const people: number[] = []
  for (const [first_name, second_name] of [
    ['Achieng', 'Ouma'],
    ['Baraka', 'Mwangi'],
    ['Chebet', 'Kiplagat'],
    ['Daudi', 'Njoroge'],
  ]) {
    const { id } = await post('/patients/patients/', { first_name, second_name, gender: 'female', date_of_birth: '1990-02-03' })
    people.push(id)
  }
  return { app, token, doctor, room, people }
}
