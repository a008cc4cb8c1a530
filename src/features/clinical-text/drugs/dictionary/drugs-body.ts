/**
 * International names beyond those of the safety check, by WHO ATC group (as far down as it is sure): `group; name=other name/brand, name`.
 * A: alimentary tract and metabolism, B: blood, C: heart and vessels, D: skin.
 */
export const bodyDrugs = `
A01AB; chlorhexidine=chlorhexidine gluconate/chlorhexidine digluconate/corsodyl/hibitane, hexetidine, domiphen, dequalinium=dequadin
A02AC; calcium carbonate magnesium carbonate
A02AD; magaldrate, almagate, hydrotalcite
A02BA; nizatidine, roxatidine, lafutidine, niperotidine, oxmetidine, metiamide, burimamide, etintidine
A02BB; enprostil, rioprostil, rosaprostol
A02BC; dexlansoprazole, dexrabeprazole, vonoprazan, ilaprazole, tenatoprazole
A02BX; carbenoxolone, pirenzepine=gastrozepin, telenzepine, bismuth subcitrate=tripotassium dicitratobismuthate/de-nol, bismuth, proglumide, gefarnate
A02BX; sulglicotide, zolimidine, troxipide, rebamipide, teprenone
A03AA; oxyphencyclimine, camylofin, mebeverine=colofac, trimebutine, rociverine, dicycloverine=dicyclomine/dicycloverin/bentyl/merbentyl
A03AB; benzilone, glycopyrronium=glycopyrrolate/glycopyrronium bromide/robinul, oxyphenonium, penthienate
A03AB; propantheline=pro-banthine/propantheline bromide, otilonium bromide, methantheline=methanthelinium, tridihexethyl, isopropamide, hexocyclium
A03AB; poldine, mepenzolate, bevonium, pipenzolate, diphemanil, emepronium=emepronium bromide, clidinium=clidinium bromide
A03AC; tiropramide, butinoline
A03AD; papaverine, drotaverine=no-spa, moxaverine
A03AE; alosetron, tegaserod, cilansetron, prucalopride
A03AX; pinaverium=pinaverium bromide, fenoverine, simethicone=simeticone/dimethicone/infacol, phloroglucinol=spasfon, silicone, peppermint oil
A03BA; atropine=atropine sulfate/atropine sulphate, hyoscyamine=levsin, belladonna
A03BB; butylscopolamine=hyoscine butylbromide/buscopan/butylhyoscine/scopolamine butylbromide
A03BB; methylscopolamine=methscopolamine/methylscopolamine bromide, methylatropine=atropine methylnitrate/methylatropine nitrate, fentonium
A03BB; cimetropium bromide, homatropine methylbromide
A03FA; cisapride=propulsid/prepulsid, bromopride, alizapride, clebopride, itopride, cinitapride, mosapride, renzapride, zacopride, levosulpiride
A04AA; tropisetron, dolasetron, palonosetron=aloxi, ramosetron, granisetron=kytril, ondansetron=zofran/emeset, azasetron, bemesetron, itasetron
A04AD; scopolamine=hyoscine/hyoscine hydrobromide/scopolamine hydrobromide/transderm scop, aprepitant=emend, fosaprepitant, rolapitant, netupitant
A04AD; dronabinol=marinol, nabilone, nabiximols, trimethobenzamide=tigan, chlorobutanol
A05AA; chenodeoxycholic acid=chenodiol/chenodeoxycholate, ursodeoxycholic acid=ursodiol/ursodeoxycholate/ursofalk, cholic acid=cholate
A05AA; obeticholic acid, tauroursodeoxycholic acid, deoxycholic acid=deoxycholate, lithocholic acid
A05BA; silymarin=silibinin/silybin, ornithine aspartate=hepa-merz, citiolone
A06AB; bisacodyl=dulcolax, phenolphthalein, oxyphenisatine=oxyphenisatin, dantron=danthron, senna=sennosides/sennoside/senokot, cascara
A06AB; sodium picosulfate, castor oil
A06AC; ispaghula=psyllium/ispaghula husk/fybogel, sterculia, methylcellulose
A06AD; lactulose=duphalac/lactulax, lactitol, magnesium sulfate=magnesium sulphate/mgso4/epsom salts, magnesium oxide, magnesium citrate, sorbitol
A06AD; macrogol=polyethylene glycol/movicol/peg 400/peg 3350/peg 4000, sodium phosphate, sodium sulfate=sodium sulphate, mannitol
A06AG; docusate=docusate sodium/dioctyl sodium sulfosuccinate, glycerol=glycerin/glycerine
A06AH; methylnaltrexone, naloxegol, alvimopan, naldemedine
A06AX; lubiprostone, linaclotide
A07AA; natamycin=pimaricin, rifaximin, paromomycin=humatin/aminosidine, kanamycin, neomycin=neomycin sulfate, streptomycin, fidaxomicin
A07AA; polymyxin b=polymyxin
A07BA; charcoal=activated charcoal/medicinal charcoal
A07BC; kaolin, pectin, attapulgite, diosmectite=smecta, crospovidone
A07DA; diphenoxylate, loperamide=imodium/loperamide oxide, difenoxin, racecadotril
A07EA; budesonide=pulmicort/entocort, tixocortol, beclometasone=beclomethasone/beclomethasone dipropionate/becotide
A07EB; cromoglicic acid=cromolyn/cromoglycate/cromoglycic acid/sodium cromoglycate/disodium cromoglycate/cromolyn sodium/intal
A07EC; mesalazine=mesalamine/5-aminosalicylic acid/asacol/pentasa/aminosalicylic acid 5, olsalazine, balsalazide
A08AA; phentermine=adipex, fenfluramine=ponderax/pondimin, amfepramone=diethylpropion, dexfenfluramine=d-fenfluramine/redux, mazindol, etilamfetamine
A08AA; cathine, clobenzorex, mefenorex, sibutramine=meridia/reductil, lorcaserin, benzphetamine, phendimetrazine, phenmetrazine, aminorex
A08AA; chlorphentermine, norfenfluramine
A08AB; orlistat=xenical
A08AX; rimonabant=acomplia
A09AA; pancreatin=creon/pancrelipase, pepsin, trypsin
A10AB; insulin lispro=humalog, insulin aspart=novorapid/novolog, insulin glulisine=apidra
A10AC; isophane insulin=nph insulin/insulatard/humulin n/protaphane/insulin nph/lente insulin
A10AD; mixed insulin=mixtard/humulin mix/novomix/premixed insulin
A10AE; insulin glargine=lantus/basaglar/toujeo, insulin detemir=levemir, insulin degludec=tresiba
A10BA; phenformin, buformin
A10BB; glibenclamide=glyburide/daonil/euglucon, chlorpropamide=diabinese, tolbutamide, glibornuride, tolazamide, carbutamide, glipizide=minidiab
A10BB; gliquidone, gliclazide=diamicron, metahexamide, glisoxepide, glimepiride=amaryl, acetohexamide
A10BF; acarbose=glucobay, miglitol, voglibose
A10BG; troglitazone=rezulin, rosiglitazone=avandia, pioglitazone=actos, ciglitazone
A10BH; sitagliptin=januvia, vildagliptin=galvus, saxagliptin, alogliptin, linagliptin=trajenta, teneligliptin
A10BJ; exenatide=byetta, liraglutide=victoza, lixisenatide, albiglutide, dulaglutide=trulicity, semaglutide=ozempic, tirzepatide
A10BK; dapagliflozin=forxiga, canagliflozin, empagliflozin=jardiance, ertugliflozin
A10BX; guar gum, repaglinide=novonorm, nateglinide, pramlintide, benfluorex, mitiglinide, tolrestat, epalrestat, sorbinil
A11CA; vitamin a=retinol/retinyl palmitate/retinyl acetate, betacarotene=beta-carotene/carotene
A11CC; ergocalciferol=vitamin d2/calciferol, dihydrotachysterol, alfacalcidol=1alpha-hydroxycholecalciferol/one-alpha
A11CC; calcitriol=1,25-dihydroxyvitamin d3/1,25-dihydroxycholecalciferol/rocaltrol/1,25-dihydroxyvitamin d, colecalciferol=cholecalciferol/vitamin d3
A11CC; calcifediol=25-hydroxyvitamin d/25-hydroxycholecalciferol, vitamin d, doxercalciferol, paricalcitol
A11DA; thiamine=vitamin b1/thiamin/aneurine, sulbutiamine, benfotiamine
A11GA; ascorbic acid=vitamin c/ascorbate/sodium ascorbate
A11HA; nicotinamide=niacinamide, pyridoxine=vitamin b6, pyridoxal=pyridoxal phosphate/pyridoxal-5-phosphate, pyridoxamine, biotin=vitamin h
A11HA; riboflavin=vitamin b2/riboflavine, pantothenic acid=calcium pantothenate/pantothenate
A11HA; tocopherol=vitamin e/alpha-tocopherol/tocopherols/tocopheryl acetate, dexpanthenol=panthenol, inositol
A11JC; vitamin b complex=vit b complex/neurobion/vitamin b-complex, multivitamin=multivitamins/multivit/mvi
A12AA; calcium gluconate, calcium chloride=cacl2, calcium lactate, calcium phosphate, calcium citrate, calcium
A12BA; potassium chloride=kcl/slow-k/slow k, potassium, potassium bicarbonate, potassium gluconate
A12CA; sodium chloride=nacl/normal saline/saline solution/0.9% saline
A12CB; zinc sulfate=zinc sulphate, zinc gluconate, zinc acetate, zinc chloride
A12CC; magnesium chloride=mgcl2, magnesium gluconate, magnesium
A12CD; sodium fluoride, fluoride
A12CE; sodium selenite, selenium, sodium selenate
A14AA; nandrolone=nandrolone decanoate, oxandrolone, stanozolol, oxymetholone, metandienone=methandrostenolone/methandienone, norethandrolone
A14AA; ethylestrenol, metenolone
A15; cyproheptadine=periactin, megestrol=megestrol acetate
A16AA; levocarnitine=carnitine/l-carnitine/acetyl-l-carnitine/acetylcarnitine/propionyl-l-carnitine
A16AA; ademetionine=s-adenosylmethionine/s-adenosyl-l-methionine, betaine, cysteamine=mercaptamine, glutamine=l-glutamine
A16AB; imiglucerase, agalsidase
A16AX; thioctic acid=alpha-lipoic acid/lipoic acid/dihydrolipoic acid, miglustat, sapropterin=tetrahydrobiopterin, nitisinone, trientine=trien, zinc
A16AX; sodium phenylbutyrate=phenylbutyrate, sodium benzoate
B01AA; warfarin=coumadin/marevan/warfarin sodium, phenprocoumon=marcumar, acenocoumarol=nicoumalone/sintrom/acenocoumarin
B01AA; dicoumarol=dicumarol/bishydroxycoumarin, phenindione, fluindione, anisindione, ethyl biscoumacetate, coumarin, tioclomarol, clorindione
B01AA; diphenadione
B01AB; heparin=unfractionated heparin/heparin sodium/low molecular weight heparin/low-molecular-weight heparin/lmwh/heparins, dalteparin=fragmin
B01AB; enoxaparin=clexane/lovenox, nadroparin=fraxiparine, parnaparin, reviparin, tinzaparin=innohep, danaparoid, certoparin, bemiparin, sulodexide
B01AB; ardeparin
B01AC; ticlopidine=ticlid, clopidogrel=plavix, dipyridamole=persantine, cilostazol, triflusal, prasugrel, ticagrelor=brilinta, abciximab=reopro
B01AC; eptifibatide, tirofiban=aggrastat, iloprost, epoprostenol=prostacyclin/pgi2, treprostinil, beraprost, indobufen, ditazole, picotamide
B01AC; sulfinpyrazone=sulphinpyrazone, suloctidil, cloricromen, carbasalate calcium, ridogrel, selexipag, vorapaxar
B01AD; streptokinase, alteplase=tissue plasminogen activator/t-pa/rt-pa, anistreplase, urokinase, reteplase, tenecteplase, ancrod
B01AE; desirudin, lepirudin, argatroban, bivalirudin=hirulog, melagatran, ximelagatran, dabigatran=dabigatran etexilate/pradaxa, hirudin
B01AF; rivaroxaban=xarelto, apixaban=eliquis, edoxaban
B01AX; defibrotide, fondaparinux, dermatan sulfate, idraparinux
B02AA; aminocaproic acid=epsilon-aminocaproic acid/epsilon aminocaproic acid/amicar/6-aminohexanoic acid/6-aminocaproic acid
B02AA; tranexamic acid=cyklokapron/amca, aminomethylbenzoic acid
B02AB; aprotinin=trasylol, alpha1 antitrypsin, camostat
B02BA; phytomenadione=vitamin k1/phylloquinone/phytonadione, menadione=vitamin k3/menadiol, vitamin k, menaquinone=vitamin k2
B02BX; etamsylate=ethamsylate, carbazochrome, romiplostim, eltrombopag, protamine=protamine sulfate/protamine sulphate
B03A; ferrous sulfate=ferrous sulphate/feso4, ferrous fumarate, ferrous gluconate, iron dextran=imferon, iron sucrose=venofer, ferric carboxymaltose
B03A; iron sorbitol, ferric gluconate=sodium ferric gluconate, ferric chloride, iron
B03BA; cyanocobalamin=vitamin b12/cobalamin, hydroxocobalamin=hydroxycobalamin, mecobalamin=methylcobalamin, cobamamide
B03BB; folic acid=folate/pteroylglutamic acid
B03XA; erythropoietin=epoetin/epo/eprex/epoetin alfa, darbepoetin, methoxy polyethylene glycol epoetin beta
B05AA; albumin=human albumin, dextran=dextran 40/dextran 70, hydroxyethylstarch=hydroxyethyl starch/hetastarch/hes/voluven
B05AA; gelatin=gelofusine/haemaccel, perflubron
B05BA; glucose=dextrose/d5w/d10/d50/dextrose 5%, fat emulsion=intralipid, amino acids=amino acid
B05BB; ringer lactate=ringers lactate/ringer's lactate/hartmanns/rl solution, oral rehydration salts=ors/lo-ors
B05BC; urea=carbamide, trometamol=tromethamine/tham
B05XA; sodium bicarbonate=nahco3/bicarbonate, sodium acetate, sodium lactate, arginine=l-arginine/arginine hydrochloride, ammonium chloride=nh4cl
B05XA; potassium phosphate
B06AA; hyaluronidase=hyalase, chymotrypsin, streptodornase, collagenase, bromelain=bromelains
C01AA; digoxin=lanoxin, digitoxin, acetyldigitoxin, lanatoside c, deslanoside, metildigoxin=beta-methyldigoxin/methyldigoxin
C01AA; acetyldigoxin=beta-acetyldigoxin, digitalis=digitalis glycosides, ouabain=g-strophanthin/strophanthin, proscillaridin, gitoxin, peruvoside
C01BA; quinidine=quinidine sulfate/quinidine gluconate, procainamide=n-acetylprocainamide/pronestyl, disopyramide=norpace/rythmodan, sparteine
C01BA; ajmaline, prajmaline=prajmalium, lorajmine
C01BB; mexiletine=mexitil, tocainide=tonocard, aprindine, lidocaine=lignocaine/xylocaine/lidocaine hydrochloride
C01BC; propafenone=rythmonorm, flecainide=tambocor, lorcainide, encainide, ethacizine, moricizine=moracizine/ethmozine, pilsicainide
C01BC; cibenzoline=cifenline, pirmenol, indecainide
C01BD; amiodarone=cordarone, bretylium=bretylium tosilate/bretylium tosylate, dofetilide, ibutilide=corvert, tedisamil, dronedarone, azimilide
C01BD; sematilide, almokalant, clofilium, vernakalant, desethylamiodarone
C01CA; etilefrine=etilefrin, isoprenaline=isoproterenol/isuprel/isoproterenols, norepinephrine=noradrenaline/levarterenol/levophed, dopamine=intropin
C01CA; norfenefrine, phenylephrine=neosynephrine/neo-synephrine, dobutamine=dobutrex, oxedrine=synephrine, metaraminol=aramine, methoxamine
C01CA; mephentermine, dimetofrine, prenalterol, dopexamine, gepefrine, ibopamine, midodrine=gutron, octopamine, fenoldopam, cafedrine, arbutamine
C01CA; epinephrine=adrenaline, droxidopa=l-dops/l-threo-3,4-dihydroxyphenylserine, amezinium, ephedrine
C01CE; amrinone=inamrinone, milrinone, enoximone, bucladesine=dibutyryl cyclic amp/dibutyryl camp, vesnarinone, pimobendan
C01CX; levosimendan, xamoterol, angiotensinamide
C01DA; nitroglycerin=glyceryl trinitrate/gtn/trinitroglycerin/nitroglycerine, isosorbide dinitrate=isordil
C01DA; isosorbide mononitrate=isosorbide-5-mononitrate, pentaerithrityl tetranitrate=pentaerythritol tetranitrate, erythrityl tetranitrate
C01DA; amyl nitrite, propatylnitrate, trolnitrate, nicorandil, nitrates=nitrate, molsidomine, linsidomine=sin-1, sodium nitrite
C01EA; alprostadil=prostaglandin e1/pge1, indometacin=indomethacin/indocid
C01EB; camphor, ubidecarenone=coenzyme q10/ubiquinone/coq10, adenosine=adenocard, trimetazidine, ranolazine, ivabradine, regadenoson, fosfructose
C01EB; hawthorn=crataegus, tiracizine, gallopamil
C02AA; rescinnamine, reserpine=serpasil, deserpidine, rauwolfia=rauwolfia alkaloids, methoserpidine, syrosingopine
C02AB; methyldopa=alpha-methyldopa/aldomet/alphamethyldopa/levomethyldopa/methyl dopa
C02AC; clonidine=catapres/clonidine hydrochloride, guanfacine, tolonidine, moxonidine, rilmenidine, guanabenz, lofexidine, apraclonidine, brimonidine
C02AC; xylazine, medetomidine, dexmedetomidine=precedex
C02B; trimethaphan=trimetaphan/trimethaphan camsylate/trimetaphan camsilate, mecamylamine, hexamethonium=hexamethonium chloride/hexamethonium bromide
C02B; pentolinium, chlorisondamine, pempidine, tetraethylammonium
C02CA; prazosin=minipress, indoramin, trimazosin, doxazosin=cardura, urapidil, phenoxybenzamine=dibenzyline, phentolamine=regitine, terazosin
C02CA; tolazoline, bunazosin, ketanserin, ritanserin, thymoxamine=moxisylyte, alfuzosin, tamsulosin, silodosin, naftopidil, yohimbine, rauwolscine
C02CA; idazoxan, efaroxan, atipamezole, corynanthine
C02CC; betanidine=bethanidine, guanethidine=ismelin, debrisoquine=debrisoquin, guanadrel, guanoxan, guanoclor, bretylium
C02DA; diazoxide=hyperstat
C02DB; dihydralazine, hydralazine=apresoline, endralazine, cadralazine, todralazine
C02DC; minoxidil=loniten/rogaine
C02DD; nitroprusside=sodium nitroprusside/nitroprusside sodium/nipride
C02DG; pinacidil, cromakalim=lemakalim/levcromakalim, nicorandil, diazoxide
C02K; metirosine=alpha-methyltyrosine/alpha-methyl-p-tyrosine/metyrosine, pargyline, bosentan, ambrisentan, sitaxentan, macitentan, riociguat
C02K; ketanserin, veratrum
C03AA; bendroflumethiazide=bendrofluazide/bendrofluamethiazide, hydroflumethiazide, hydrochlorothiazide=esidrex, chlorothiazide, polythiazide
C03AA; trichlormethiazide, cyclopenthiazide, methyclothiazide, benzthiazide, cyclothiazide
C03BA; chlortalidone=chlorthalidone, mefruside, clopamide, quinethazone, clofenamide, metolazone, meticrane, xipamide, indapamide=natrilix
C03BA; clorexolone, fenquizone, tienilic acid=ticrynafen
C03CA; furosemide=frusemide/lasix, bumetanide=bumex/burinex, piretanide, torasemide=torsemide/demadex, azosemide
C03CC; etacrynic acid=ethacrynic acid/ethacrynate/edecrin, muzolimine, etozolin
C03DA; spironolactone=aldactone, canrenone, potassium canrenoate, eplerenone=inspra, finerenone
C03DB; amiloride, triamterene=dyrenium
C03X; tolvaptan, conivaptan, mersalyl, isosorbide, lixivaptan
C04AA; isoxsuprine, buphenine=nylidrin, bamethan, ritodrine
C04AC; nicotinic acid=niacin, nicotinyl alcohol, inositol nicotinate, xantinol nicotinate
C04AD; pentoxifylline=oxpentifylline/trental, pentifylline, propentofylline
C04AE; ergoloid mesylates=co-dergocrine/hydergine/dihydroergotoxine, nicergoline, dihydroergocristine, dihydroergocryptine=dihydroergokryptine
C04AX; cyclandelate, vincamine, vinpocetine, vinburnine, naftidrofuryl, buflomedil, bencyclane, cinepazide, ifenprodil, piribedil, fasudil, cetiedil
C05; calcium dobesilate, hidrosmin, diosmin=daflon, hesperidin, troxerutin, rutoside=rutin, aescin=escin, polidocanol, sodium tetradecyl sulfate
C05; heparinoid, tribenoside, ethanolamine oleate
C07AA; alprenolol, oxprenolol=trasicor, pindolol=visken, propranolol=inderal/dl-propranolol/l-propranolol/d-propranolol
C07AA; timolol=timoptic/timolol maleate/timoptol, sotalol=sotacor, nadolol=corgard, mepindolol, carteolol, tertatolol, bopindolol, bupranolol
C07AA; penbutolol, cloranolol, dichloroisoproterenol, bunolol, levobunolol, metipranolol, arotinolol, butidrine, nifenalol, sulfinalol
C07AB; practolol, metoprolol=lopressor/betaloc, atenolol=tenormin, acebutolol=sectral/diacetolol, betaxolol=betoptic, bevantolol, bisoprolol=concor
C07AB; celiprolol, esmolol=brevibloc, epanolol, s-atenolol, nebivolol, talinolol, landiolol, flestolol, cicloprolol, pafenolol, tolamolol
C07AG; labetalol=trandate/normodyne, carvedilol=coreg, dilevalol, medroxalol, bucindolol, amosulalol
C08CA; amlodipine=norvasc/istin, felodipine=plendil, isradipine, nicardipine=cardene, nifedipine=adalat/procardia, nimodipine=nimotop, nisoldipine
C08CA; nitrendipine, lacidipine, nilvadipine, manidipine, barnidipine, lercanidipine, cilnidipine, benidipine, clevidipine, efonidipine, azelnidipine
C08CA; darodipine, niguldipine, levamlodipine
C08CX; mibefradil, semotiadil
C08DA; verapamil=isoptin/calan/norverapamil/d-verapamil, gallopamil
C08DB; diltiazem=cardizem/clentiazem
C08EA; fendiline, bepridil, lidoflazine, perhexiline=perhexiline maleate, prenylamine, terodiline, caroverine, flunarizine, cinnarizine, lomerizine
C08EA; lamotrigine
C09AA; captopril=capoten, enalapril=vasotec/renitec/enalapril maleate, enalaprilat, lisinopril=zestril/prinivil, perindopril=coversyl
C09AA; ramipril=tritace/ramiprilat/altace, quinapril=accupril/quinaprilat, benazepril=lotensin/benazeprilat, cilazapril, fosinopril, trandolapril
C09AA; spirapril, delapril, moexipril, temocapril, zofenopril, imidapril, alacepril, teprotide, ceronapril
C09CA; losartan=cozaar/losartan potassium, eprosartan, valsartan=diovan, irbesartan=aprovel, tasosartan, candesartan=atacand/candesartan cilexetil
C09CA; telmisartan=micardis, olmesartan=benicar, azilsartan, saralasin, saprisartan, zolasartan
C09DX; sacubitril=entresto, neprilysin inhibitor
C09XA; aliskiren=tekturna, remikiren, zankiren
C10AA; simvastatin=zocor, lovastatin=mevacor/mevinolin, pravastatin=pravachol, fluvastatin=lescol, atorvastatin=lipitor, cerivastatin=baycol/lipobay
C10AA; rosuvastatin=crestor, pitavastatin, mevastatin=compactin
C10AB; clofibrate, bezafibrate, aluminium clofibrate, gemfibrozil=lopid, fenofibrate=tricor/lipanthyl, simfibrate, ronifibrate, ciprofibrate
C10AB; etofibrate, clofibride, fenofibric acid, clofibric acid, nafenopin
C10AC; colestyramine=cholestyramine/questran, colestipol, colextran, colesevelam
C10AD; acipimox, niceritrol, nicofuranose
C10AX; dextrothyroxine, probucol, tiadenol, benfluorex, meglutol, omega-3 fatty acids=fish oil/omega-3/docosahexaenoic acid/eicosapentaenoic acid
C10AX; policosanol, ezetimibe=zetia/ezetrol, lomitapide, evolocumab, alirocumab, triparanol
D01A; nystatin=mycostatin, hachimycin, pecilocin, clotrimazole=canesten, miconazole=daktarin, econazole=pevaryl, chlormidazole, isoconazole
D01A; tiabendazole=thiabendazole, tioconazole, ketoconazole=nizoral, sulconazole, bifonazole, oxiconazole, fenticonazole, omoconazole, sertaconazole
D01A; fluconazole=diflucan, luliconazole, ciclopirox=ciclopirox olamine, terbinafine=lamisil, tolnaftate, amorolfine, butenafine, undecylenic acid
D01A; haloprogin, dimazole, griseofulvin=grisovin, butoconazole, terconazole, flutrimazole, naftifine, whitfields ointment=whitfield ointment
D02; zinc oxide, white soft paraffin=vaseline/petroleum jelly/petrolatum, emulsifying ointment, aqueous cream, lanolin, liquid paraffin=mineral oil
D03; cod liver oil, becaplermin, dextranomer
D04; diphenhydramine=benadryl, mepyramine=pyrilamine, thenalidine, tripelennamine, tolpropamine, dimetindene=dimethindene, clemastine=tavegil
D04; bamipine, isothipendyl, calamine=calamine lotion, lidocaine, cinchocaine=dibucaine/nupercaine, quinisocaine, pramocaine=pramoxine
D04; benzocaine=ethyl aminobenzoate, tetracaine=amethocaine/pontocaine, dyclonine
D05; dithranol=anthralin, coal tar=tar, fumaric acid, methoxsalen=8-methoxypsoralen/8-mop, trioxysalen=trioxsalen, bergapten=5-methoxypsoralen
D05; acitretin, etretinate=tigason, calcipotriol=calcipotriene, tacalcitol, tazarotene, psoralen=psoralens, etretin
D06; fusidic acid=fusidate/fucidin/sodium fusidate, bacitracin, mupirocin=bactroban, tyrothricin=gramicidin, retapamulin, virginiamycin
D06; silver sulfadiazine=silver sulphadiazine/flamazine, mafenide, idoxuridine, tromantadine, podophyllotoxin=podofilox/podophyllin/podophyllum
D06; imiquimod, penciclovir, docosanol, ingenol mebutate, edoxudine
D07; clobetasone, hydrocortisone butyrate, flumetasone=flumethasone, fluocortin, fluperolone, fluorometholone, fluprednidene, desonide, alclometasone
D07; fluclorolone, desoximetasone=desoxymethasone/desoximetasone, fluocinonide, fluocortolone, diflucortolone, fludroxycortide=flurandrenolide
D07; diflorasone, amcinonide, halometasone, mometasone=elocon/mometasone furoate, methylprednisolone aceponate, prednicarbate, difluprednate
D07; ulobetasol=halobetasol, halcinonide, clobetasol=dermovate
D08; aminacrine, ethacridine, euflavine, acriflavine, propamidine, hexamidine, polihexanide, hexachlorophene=hexachlorophane, phenol=carbolic acid
D08; triclosan, chloroxylenol=dettol, biphenylol, resorcinol=resorcin, iodine=tincture of iodine/lugol/lugols iodine
D08; povidone-iodine=betadine/povidone iodine, chlorquinaldol, clioquinol=iodochlorhydroxyquin, hydroxyquinoline=oxyquinoline/8-hydroxyquinoline
D08; benzalkonium=benzalkonium chloride, cetrimonium=cetrimide, cetylpyridinium=cetylpyridinium chloride, benzethonium chloride=benzethonium
D08; methylbenzethonium, octenidine, picloxydine, thiomersal=thimerosal/merthiolate, mercurochrome=merbromin, silver nitrate, hydrogen peroxide=h2o2
D08; eosin, potassium permanganate=kmno4, sodium hypochlorite=hypochlorite, gentian violet=crystal violet/methylrosanilinium chloride
D08; isopropanol=isopropyl alcohol/2-propanol, ethanol=ethyl alcohol/alcohol
D10; tretinoin=all-trans retinoic acid/all-trans-retinoic acid/retinoic acid/atra/retin-a/vesanoid, retinol, adapalene
D10; isotretinoin=13-cis-retinoic acid/accutane/roaccutane/13-cis retinoic acid, motretinide, alitretinoin=9-cis-retinoic acid, benzoyl peroxide
D10; azelaic acid, salicylic acid=salicylate/sodium salicylate/salicylates, dapsone=diaphenylsulfone, resorcinol
D11; pimecrolimus, finasteride=propecia, minoxidil, eflornithine=difluoromethylornithine/alpha-difluoromethylornithine/dfmo, hydroquinone, monobenzone
D11; selenium sulfide=selenium sulphide, aluminium chloride=alcl3/aluminum chloride, lithium succinate, magnesium sulfate, deoxycholic acid
D11; cantharidin, gamolenic acid=evening primrose oil
`
