/** Cells, clotting and groups of the blood (laboratory-tests.ts says how rows are written). */
export const bloodTests = `
haemoglobin; mass=718-7; 1..250; haemoglobin, hemoglobin, haemaglobin, hemaglobin, hb, hgb, hb level, hb conc, haemoglobin concentration, hemoglobin concentration, haemoglobin level, hemoglobin level, haemoglobin estimation, hemoglobine
haematocrit; fraction=4544-3; 0.05..80; haematocrit, hematocrit, hct, pcv, packed cell volume, hematocrite
red cells; number=789-8; 0.3..9000000; rbc, rbcs, red blood cells, red blood cell, red blood cell count, rbc count, red cell count, erythrocytes, total rbc, total rbc count
mean cell volume; length=787-2; 30..180; mcv, mean cell volume, mean corpuscular volume
mean cell haemoglobin; length=785-6; 8..60; mch, mean cell haemoglobin, mean corpuscular haemoglobin, mean corpuscular hemoglobin
mean cell haemoglobin concentration; mass=786-4; 15..500; mchc, mean cell haemoglobin concentration, mean corpuscular haemoglobin concentration, mean corpuscular hemoglobin concentration
red cell width; fraction=788-0; 5..50; rdw, rdw cv, red cell distribution width
red cell width, volume; length=21000-5; 15..150; rdw sd
mean platelet volume; length=32623-1; 3..30; mpv, mean platelet volume
platelet width; length fraction; 3..80; pdw
plateletcrit; fraction; 0.01..3; plateletcrit
white cells; number=6690-2; 0.1..900000; wbc, wbcs, wcc, tlc, white blood cells, white blood cell, white blood cell count, white cell count, wbc count, total wbc, total wbc count, total leucocyte count, total leukocyte count, leucocyte count, leukocyte count, leucocytes, leukocytes, white cells, twbc
platelets; number=777-3; 1..3000000; platelets, platelet, plt, plts, platelet count, platelets count, thrombocytes, plaquettes
neutrophils; number=751-8 fraction=770-8; 0..100000; neutrophils, neutrophil, neutrophil count, absolute neutrophil count, neut, neuts, neu, neutro; ANC
lymphocytes; number=731-0 fraction=736-9; 0..100000; lymphocytes, lymphocyte, lymphocyte count, lymph, lymphs, lym, lymp, lymphocytes absolute
monocytes; number=742-7 fraction=5905-5; 0..50000; monocytes, monocyte, mono, monos; MON
eosinophils; number=711-2 fraction=713-8; 0..100000; eosinophils, eosinophil, eosinophil count, eos, eosin, eosino
basophils; number=704-7 fraction=706-2; 0..20000; basophils, basophil, baso, basos; BAS
granulocytes; number fraction; 0..100000; granulocytes; GRAN, GRA
mixed cells; number fraction; 0..50000; ; MID, MXD
reticulocytes; fraction=17849-1 number; 0..500; reticulocytes, reticulocyte count, retics, retic count
sedimentation rate; rate=4537-7; 0..200; esr, erythrocyte sedimentation rate, sedimentation rate
prothrombin time; time=5902-2; 5..200; prothrombin time, pt time, protime; PT
international normalised ratio; ratio=6301-6; 0.5..20; inr, pt inr, international normalised ratio, international normalized ratio
partial thromboplastin time; time=14979-9; 10..300; aptt, activated partial thromboplastin time, partial thromboplastin time, ptt, pttk
fibrinogen; mass=3255-7; 0.1..1500; fibrinogen
d-dimer; mass; 0.01..100000; d dimer, d dimers
bleeding time; time; 0.5..60; bleeding time
clotting time; time; 0.5..60; clotting time
cd4; number=24467-3; 0..5000; cd 4, cd 4 count, cd 4 cells, cd 4 cell count, cd 4 t cells, cd 4 absolute, absolute cd 4, absolute cd 4 count
sickling test; word; 0..0; sickling test, sickle test, sickle cell test, sickling, sickle cell screen
direct coombs test; word; 0..0; direct coombs test, direct coombs, dct
indirect coombs test; word; 0..0; indirect coombs test, indirect coombs, ict
g6pd; word enzyme; 0..50; g 6 pd, g 6 pd screen
`
