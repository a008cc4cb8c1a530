/** Pictures, tracings and examinations with instruments. */
export const examinations = `
chest x-ray: chest xray, chest x ray, chest radiograph, chest radiography, chest film, chest roentgenogram | CXR
x-ray: xray, x ray, plain radiograph, radiograph, plain film
abdominal x-ray: abdominal xray, abdominal radiograph, erect abdominal x-ray, plain abdominal x-ray | AXR, KUB
skull x-ray: skull xray
spine x-ray: cervical spine x-ray, lumbar spine x-ray, lumbosacral x-ray, c-spine x-ray, thoracic spine x-ray
pelvic x-ray: pelvis x-ray
knee x-ray
hip x-ray
hand x-ray: wrist x-ray
foot x-ray: ankle x-ray
shoulder x-ray
dental x-ray: orthopantomogram | OPG
ultrasound: ultrasound scan, ultrasonography, sonography, sonogram, ultra sound, uss | USS, U/S, US scan, USG
abdominal ultrasound: abdominal ultrasound scan, abdominal uss, ultrasound of the abdomen, ultrasound abdomen, abdomino-pelvic ultrasound, abdominopelvic ultrasound
pelvic ultrasound: pelvic ultrasound scan, pelvic uss, transvaginal ultrasound, transvaginal scan | TVS
obstetric ultrasound: obstetric ultrasound scan, obstetric scan, obs scan, obs uss, anomaly scan, dating scan
renal ultrasound: kub ultrasound, kidney ultrasound
breast ultrasound
thyroid ultrasound: neck ultrasound
scrotal ultrasound: testicular ultrasound
cranial ultrasound
point-of-care ultrasound: focused assessment with sonography for trauma, fast scan | POCUS, eFAST
doppler ultrasound: doppler, duplex scan, doppler scan, venous doppler, carotid doppler, carotid ultrasound
computed tomography: ct scan, ct-scan, cat scan, computerised tomography, computerized tomography, computed tomographic scan, computed axial tomography | CT
CT of the head: ct head, head ct, ct brain, brain ct, ct scan of the head, ct scan head, ct scan brain, ct scan of the brain
CT of the chest: ct chest, chest ct, ct scan of the chest, ct thorax
CT of the abdomen: ct abdomen, abdominal ct, ct abdomen and pelvis, ct scan of the abdomen, ct scan of the abdomen and pelvis
CT angiography: ct angiogram, ct pulmonary angiogram | CTA, CTPA
CT urography: ct urogram | CT KUB
magnetic resonance imaging: mri scan, magnetic resonance | MRI
MRI of the brain: mri brain, brain mri, mri of the brain, mri head
MRI of the spine: mri spine, mri lumbar spine, spine mri, mri lumbosacral spine, mri of the spine
magnetic resonance cholangiopancreatography | MRCP
electrocardiogram: electrocardiography, electrocardiograph, 12 lead ecg | ECG, EKG
Holter monitoring: holter, holter monitor
echocardiogram: echocardiography, transthoracic echocardiogram, transesophageal echocardiogram, transoesophageal echocardiogram, transesophageal echocardiography, 2d echo, cardiac echo | ECHO, TTE, TEE
stress test: exercise stress test, treadmill test, exercise tolerance test
electroencephalogram: electroencephalography | EEG
electromyography: electromyogram, nerve conduction studies, nerve conduction study | EMG
mammography: mammogram
bone scan: bone densitometry, dexa scan | DEXA
positron emission tomography: pet scan, pet ct
thyroid scan: thyroid scintigraphy
intravenous urography: intravenous urogram, intravenous pyelogram | IVU, IVP
hysterosalpingography: hysterosalpingogram | HSG
micturating cystourethrogram: voiding cystourethrogram | MCUG, VCUG
retrograde urethrogram: ascending urethrogram
barium swallow
barium meal: barium follow through
barium enema
fluoroscopy
angiography: angiogram, arteriogram, arteriography
coronary angiography: coronary angiogram
venography: venogram
myelography: myelogram
gastroscopy: oesophagogastroduodenoscopy, esophagogastroduodenoscopy, upper gi endoscopy, upper endoscopy | OGD, EGD
endoscopy
endoscopic retrograde cholangiopancreatography | ERCP
colonoscopy
sigmoidoscopy: flexible sigmoidoscopy
proctoscopy
anoscopy
bronchoscopy: bronchoalveolar lavage
laryngoscopy
nasendoscopy: nasal endoscopy
otoscopy
fundoscopy: ophthalmoscopy, dilated fundus examination
slit lamp examination: slit-lamp examination
tonometry: intraocular pressure measurement
refraction: visual acuity test, refraction test
audiometry: audiogram, pure tone audiometry
tympanometry
cystoscopy
colposcopy
hysteroscopy
laparoscopy: diagnostic laparoscopy
arthroscopy
thoracoscopy
mediastinoscopy
visual inspection with acetic acid: via screening | VIA/VILI, VILI
pap smear: papanicolaou smear, pap test, cervical smear
cardiotocography: cardiotocogram, non-stress test | CTG
amniocentesis
chorionic villus sampling
spirometry: pulmonary function tests, pulmonary function test, lung function test
peak flow measurement: peak expiratory flow
sleep study: polysomnography
tuberculin skin test: mantoux test, mantoux
skin prick test
patch test
bone age x-ray
oral glucose tolerance test: glucose tolerance test | OGTT
urodynamics: urodynamic study
post-mortem examination: autopsy
digital rectal examination: per rectal examination | DRE
vaginal examination: per vaginal examination, speculum examination
`
