import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.Collections;
import java.util.HexFormat;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;

/**
 * Prints the members of a zip as both readers of Java see them, a line for each: reader, time in milliseconds, SHA-256, path.
 * With the paths of two members: how many there are, the size of the first and the text of the second.
 */
class ReadZip {
  static final PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);

  public static void main(String[] args) throws Exception {
    try (var zip = new ZipFile(args[0])) {
      if (args.length > 1) glance(zip, args[1], args[2]);
      else for (var entry : Collections.list(zip.entries())) print("ZipFile", entry, zip.getInputStream(entry));
    }
    if (args.length == 1) stream(Path.of(args[0]));
    out.flush();
  }

  static void glance(ZipFile zip, String sizeOf, String textOf) throws Exception {
    out.println(zip.size() + "\t" + zip.getEntry(sizeOf).getSize());
    zip.getInputStream(zip.getEntry(textOf)).transferTo(out);
  }

  static void stream(Path path) throws Exception {
    try (var zip = new ZipInputStream(Files.newInputStream(path))) {
      for (ZipEntry entry; (entry = zip.getNextEntry()) != null; ) print("ZipInputStream", entry, zip);
    }
  }

  static void print(String reader, ZipEntry entry, InputStream bytes) throws Exception {
    var sum = MessageDigest.getInstance("SHA-256");
    new DigestInputStream(bytes, sum).transferTo(OutputStream.nullOutputStream());
    var time = entry.getLastModifiedTime().toMillis();
    out.println(String.join("\t", reader, "" + time, HexFormat.of().formatHex(sum.digest()), entry.getName()));
  }
}
