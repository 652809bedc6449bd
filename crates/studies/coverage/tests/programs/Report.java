import java.io.*;
import java.nio.file.*;
import org.jacoco.core.analysis.*;
import org.jacoco.core.data.*;
import org.jacoco.core.instr.Instrumenter;
import org.jacoco.core.runtime.*;
import org.jacoco.report.*;
import org.jacoco.report.xml.XMLFormatter;

/** Runs a program of the folder `classes` with JaCoCo's instrumentation and writes its XML. */
public class Report {
    public static void main(String[] a) throws Exception {
        IRuntime runtime = new LoggerRuntime();
        RuntimeData data = new RuntimeData();
        runtime.startup(data);
        Path classes = Paths.get(a[0]);
        Instrumenter instrumenter = new Instrumenter(runtime);
        ClassLoader loader = new ClassLoader() {
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                Path file = classes.resolve(name.replace('.', '/') + ".class");
                if (!Files.exists(file)) return super.loadClass(name, resolve);
                Class<?> known = findLoadedClass(name);
                if (known != null) return known;
                try {
                    byte[] bytes = instrumenter.instrument(Files.readAllBytes(file), name);
                    return defineClass(name, bytes, 0, bytes.length);
                } catch (IOException error) {
                    throw new ClassNotFoundException(name, error);
                }
            }
        };
        loader.loadClass(a[2]).getMethod("main", String[].class)
            .invoke(null, (Object) java.util.Arrays.copyOfRange(a, 3, a.length));
        ExecutionDataStore store = new ExecutionDataStore();
        SessionInfoStore sessions = new SessionInfoStore();
        data.collect(store, sessions, false);
        CoverageBuilder builder = new CoverageBuilder();
        new Analyzer(store, builder).analyzeAll(classes.toFile());
        try (OutputStream out = new FileOutputStream(a[1])) {
            IReportVisitor visitor = new XMLFormatter().createVisitor(out);
            visitor.visitInfo(sessions.getInfos(), store.getContents());
            visitor.visitBundle(builder.getBundle("shop"), null);
            visitor.visitEnd();
        }
    }
}
